Feature: Several tries at a leaf
  A leaf may be tried several times side by side, and each try repaired in rounds. Which value counts is said by rules that
  are told beforehand, nothing of the other tries is left when the leaf has settled, and none of their errors is lost.
  Here a/2 is the second try at a, and a/2.3 its third round.

  Rule: The first accepted value wins

    Scenario: The other tries are asked to end, and the leaf settles when they have ended
      Given the plan
        """
        project
          a (lingers)
          b (lingers)
        """
      When it is executed with maxParallel 3, graceMs 60000 and sampling {"breadth":3}
      And a/1, a/2 and a/3 are inside the gate and no more come in
      And a/2 is let go
      Then a/1 and a/3 have heard that they are to end
      And a/1, a/3 and b/1 are inside the gate and no more come in
      And a has not settled
      When a/1 is let go
      Then a/3, b/1 and b/2 are inside the gate and no more come in
      And a has not settled
      When a/3 is let go
      And a has settled
      Then b/1, b/2 and b/3 are inside the gate and no more come in
      When the gate opens
      Then the run has succeeded
      And the value of a is "a/2"
      And the samples of a are
        | sample | result    |
        | a/1    | cancelled |
        | a/2    | accepted  |
        | a/3    | cancelled |

    Scenario: Where nothing is left of the tries, no try that waited is begun either
      Given the plan
        """
        project
          a (waits)
          b (waits)
        """
      When it is executed with maxParallel 2, order plan and sampling {"breadth":3}
      And a/1 and a/2 are inside the gate and no more come in
      And a/1 is let go
      Then b/1 and b/2 are inside the gate and no more come in
      When the gate opens
      Then the run has succeeded
      And 2 of the 3 rounds that a may take were made

    Scenario Outline: The lowest is the same each time, whichever ends first (<order>)
      Given the plan
        """
        project
          a (waits)
          b
        """
      And a/2, a/3, b/1, b/2 and b/3 are accepted, and others are not
      When it is executed with maxParallel 6, sampling {"breadth":3,"pick":"lowest"} and order plan
      And a/1, a/2 and a/3 are inside the gate and no more come in
      And these go one after the other, as far as they are still there: <order>
      Then the run has succeeded
      And the value of a is "a/2"

      Examples:
        | order         |
        | a/1, a/2, a/3 |
        | a/3, a/2, a/1 |
        | a/3, a/1, a/2 |
        | a/2, a/3, a/1 |

  Rule: A value that will not do is repaired

    Scenario: The next round is told the value before it and what was said of it
      Given the plan
        """
        project
          a (tells what it was told)
          b (tells what it was told)
        """
      And only what is made in round 3 is accepted; of others is said: not yet
      When it is executed with maxParallel 2 and sampling {"depth":4}
      Then the run has succeeded
      And a was told in round 3 of the value of round 2, and: not yet
      And 3 of the 4 rounds that a may take were made

    Scenario: Rounds after the first may be made by another task
      Given the plan
        """
        project
          a
          b
        """
      And a/1.2 and b/1 are accepted, and others are not
      And later rounds are made by a task that adds: mended
      When it is executed with maxParallel 2 and sampling {"depth":3}
      Then the run has succeeded
      And the value of a is "a/1 mended"
      And the value of b is "b/1"

    Scenario Outline: Where none is accepted, <select> may still be chosen
      Given the plan
        """
        project
          a (waits)
          b (waits)
        """
      And none is accepted
      When it is executed with maxParallel 4 and sampling {"breadth":2,"depth":2,"select":"<select>"}
      And a/1, a/2, b/1 and b/2 are inside the gate and no more come in
      And these go one after the other, as far as they are still there: a/2, a/2.2, a/1, a/1.2
      And the gate opens
      Then the run has succeeded
      And the value of a is "<value>"
      And it was chosen by select

      Examples:
        | select | value |
        | first  | a/1   |
        | last   | a/2.2 |

    Scenario: Who selects sees all values in order of try and round
      Given the plan
        """
        project
          a (waits)
          b (waits)
        """
      And none is accepted
      And who selects takes the third and notes what there was
      When it is executed with maxParallel 4 and sampling {"breadth":2,"depth":2}
      And a/1, a/2, b/1 and b/2 are inside the gate and no more come in
      And these go one after the other, as far as they are still there: a/2, a/2.2, a/1, a/1.2
      And the gate opens
      Then the run has succeeded
      And to select from there was a/1, a/1.2, a/2, a/2.2
      And the value of a is "a/2"

    Scenario: Where none is accepted and nobody selects, the leaf has failed and says why
      Given the plan
        """
        project
          a
          b
        """
      And b/1 is accepted, and others are not
      When it is executed with maxParallel 2 and sampling {"breadth":2,"depth":2}
      Then the run has failed
      And a says not-accepted: no value was accepted in 4 rounds of 2 tries: not good enough
      And 4 of the 4 rounds that a may take were made

  Rule: No error is lost

    Scenario: One try's error is seen although another succeeds
      Given the plan
        """
        project
          a (waits)
          b
        """
      When it is executed with maxParallel 6 and sampling {"breadth":2}
      And a/1 and a/2 are inside the gate and no more come in
      And a/1 is told to fail
      And a/2 is let go
      Then the run has succeeded
      And the value of a is "a/2"
      And the samples of a are
        | sample | result   | says           |
        | a/1    | failed   | a/1 went wrong |
        | a/2    | accepted |                |

    Scenario: Where all tries fail, the failure has all causes
      Given the plan
        """
        project
          a (fails)
          b
        """
      When it is executed with maxParallel 3 and sampling {"breadth":3}
      Then the run has failed
      And a says all-tries-failed: try 1: a/1 went wrong; try 2: a/2 went wrong; try 3: a/3 went wrong
      And a has 3 causes

  Rule: Tries are counted like leaves, each by its own number

    Scenario: Tries count under the cap
      Given 3 leaves that wait at the gate
      When it is executed with maxParallel 5 and sampling {"breadth":4}
      And 5 are inside the gate and no more come in
      And the gate opens
      Then the run has succeeded
      And the peak is 5, as measured and as seen at the gate

    Scenario: Each sample has its own number in events, ledger and report
      Given the plan
        """
        project
          a (waits)
          b (waits)
        """
      And a/2.2, b/1 and b/2 are accepted, and others are not
      And it is recorded
      When it is executed with maxParallel 4 and sampling {"breadth":2,"depth":2}
      And a/1, a/2, b/1 and b/2 are inside the gate and no more come in
      And these go one after the other, as far as they are still there: a/1, a/1.2, a/2, a/2.2
      And the gate opens
      Then the run has succeeded
      And the samples of a are
        | sample | result   |
        | a/1    | rejected |
        | a/1.2  | rejected |
        | a/2    | rejected |
        | a/2.2  | accepted |
      And so say the events and the ledger

  Rule: Commands are sampled too

    Scenario: A command accepts by its exit code, and what it says reaches the next round
      Given the plan
        """
        project
          a
          b
        """
      And the command
        """
        sh -c 'echo "$SUBPLAN_LABEL $SUBPLAN_ROUND: $SUBPLAN_FEEDBACK"'
        """
      When it is run with --depth 3 --accept 'node ../accepts-round-2.mjs'
      Then the run has succeeded
      And the value of a is "a 2: a 1: is not good enough"
      And 2 of the 3 rounds that a may take were made

    Scenario: A half-sampled leaf keeps the rounds that are done
      Given the plan
        """
        project
          a
          b
        """
      And the command
        """
        sh ../agent.sh waits-in-round-2
        """
      When it begins to run with -j 2 --depth 2 --accept 'node ../accepts-round-2.mjs'
      And a and b are there
      And it is killed
      Then only a in round 1, b in round 1, a in round 2 and b in round 2 were run
      When it is resumed
      And a and b are there
      And the command of a may end
      And the command of b may end
      Then the run has succeeded
      And only a in round 2 and b in round 2 were run
      And the value of a is "a 2: a 1: is not good enough"
      And 2 of the 2 rounds that a may take were made
