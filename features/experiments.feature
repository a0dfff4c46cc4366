Feature: Comparing with and without
  An experiment runs every case with every arm, several times, and says whether one arm does better. It is a plan of trials
  like any other: nothing else runs it. Here one/with/2 is the second replication of the case one with the arm with.

  Rule: Every case is run with every arm, as often as asked

    Background:
      Given the task runs in process

    Scenario Outline: The tree is case, replication, arm, and a level with one member is left out (<cases>; <arms>; <times>)
      Given the cases <cases>
      And the arms <arms>
      When the experiment is run with replications <times>
      Then the experiment has succeeded
      And <count> trials were run, each once
      And its tree is <tree>

      Examples:
        | cases       | arms    | times | count | tree |
        | one and two | a and b | 2     | 8     | [[[one/a/1 one/b/1] [one/b/2 one/a/2]] [[two/b/1 two/a/1] [two/a/2 two/b/2]]] |
        | one         | a and b | 3     | 6     | [[one/a/1 one/b/1] [one/b/2 one/a/2] [one/a/3 one/b/3]] |
        | one and two | a and b | 1     | 4     | [[one/a/1 one/b/1] [two/b/1 two/a/1]] |
        | one and two | a       | 2     | 4     | [[one/a/1 one/a/2] [two/a/1 two/a/2]] |
        | one and two | a       | 1     | 2     | [one/a/1 two/a/1] |
        | one         | a       | 1     | 1     | one/a/1 |

  Rule: Whatever drifts meets all arms alike

    Background:
      Given the task runs in process

    Scenario Outline: The order is <interleave> (<arms>)
      Given the cases one and eleven
      And the arms <arms>
      When the experiment is run with interleave <interleave> and replications 2
      Then the trials were run in the order <order>
      And the report says that its interleave is <interleave>

      Examples:
        | interleave | arms       | order |
        | alternate  | a and b    | one/a/1, one/b/1, one/b/2, one/a/2, eleven/b/1, eleven/a/1, eleven/a/2, eleven/b/2 |
        | blocked    | a and b    | one/a/1, one/a/2, eleven/a/1, eleven/a/2, one/b/1, one/b/2, eleven/b/1, eleven/b/2 |
        | alternate  | a, b and c | one/a/1, one/b/1, one/c/1, one/c/2, one/b/2, one/a/2, eleven/c/1, eleven/b/1, eleven/a/1, eleven/a/2, eleven/b/2, eleven/c/2 |

    Scenario: A random order is drawn from the seed
      Given the cases one and two
      And the arms a, b and c
      When the experiment is run with interleave random, replications 3 and seed 7
      And the experiment is run again with interleave random, replications 3 and seed 7
      And the experiment is run again with interleave random, replications 3 and seed 8
      Then the first two ran in the same order, and the third in another
      And in each the 3 arms of a case and replication ran next to each other
      And the report says that its seed is 8

    Scenario Outline: A service that gets slower with every call <what> where the order is <interleave>
      Given the cases one and two
      And the arms with and without
      And each trial scores how late it is called
      When the experiment is run with interleave <interleave> and replications 4
      Then its comparisons are
        | arm     | than | pairs | mean   | claim   |
        | without | with | 8     | <mean> | <claim> |

      Examples:
        | interleave | what                | mean | claim  |
        | alternate  | favours neither arm | 0    | none   |
        | blocked    | favours one arm     | 8    | higher |

  Rule: As many run at once as was asked, and one where nothing was

    Scenario Outline: With <setting> there are <most> at once, and never one more
      Given the cases one, two and three
      And the arms a and b
      And each trial waits at the gate
      When the experiment begins with <setting>
      And <most> are inside the gate and no more come in
      And the gate opens
      Then the experiment has succeeded
      And the peak is <most>, as measured and as seen at the gate
      And at most <most> ran at once, of <most> that might

      Examples:
        | setting                     | most |
        | threads 1                   | 1    |
        | maxParallel 3 and threads 1 | 3    |

    Scenario Outline: A cap of <value> is refused, and nothing is run
      Given the case one
      And the arms a and b
      When the experiment is run with maxParallel <value>
      Then the call is refused: maxParallel, expected a whole number from 1 to, got <value>
      And nothing was run

      Examples:
        | value |
        | 0     |
        | -1    |
        | 1.5   |

    Scenario: One at a time and several at once come to the same, to the byte
      Given the cases one, two and three
      And the arms a and b
      And each trial waits at the gate, then scores by its name
      And trial one/a/2 waits at the gate, then fails once, then scores by its name
      And trial two/b/2 waits at the gate, then fails
      And trial three/a/3 waits at the gate, then scores {"score":null}
      When the experiment begins with maxParallel 8, replications 3, retries 1 and backoffMs 0
      And 8 are inside the gate and no more come in
      And all may go on, those that came last before the others
      And the gate opens
      And the experiment is run again with maxParallel 1, replications 3, retries 1 and backoffMs 0
      Then both have the same aggregates, to the byte
      And they ended in another order

  Rule: What is missing is left out, and told

    Background:
      Given the cases one and two
      And the arms a and b

    Scenario: A failed replication loses only itself
      Given each trial */a/* scores 2
      And each trial */b/* scores 5
      And trial two/b/2 fails
      When the experiment is run with replications 3
      Then the experiment has failed
      And 11 of 12 trials count
      And its coverage is
        | arm | planned | scored | failed | unfinished |
        | a   | 6       | 6      | 0      | 0          |
        | b   | 6       | 5      | 1      | 0          |
      And its figures are
        | arm | n | mean |
        | a   | 6 | 2    |
        | b   | 5 | 5    |
      And its comparisons are
        | arm | than | pairs | mean | did-not-succeed | interfered | not-applicable |
        | b   | a    | 5     | 3    | 1               | 0          | 0              |

    Scenario: What does not apply is no zero
      Given each trial one/*/* scores {"right":true,"speed":4}
      And each trial two/*/* scores {"right":false,"speed":null}
      When the experiment is run with replications 3
      Then the experiment has succeeded
      And its figures are
        | arm | dimension | n | notApplicable | mean |
        | a   | right     | 6 | 0             | 0.5  |
        | a   | speed     | 3 | 3             | 4    |
        | b   | right     | 6 | 0             | 0.5  |
        | b   | speed     | 3 | 3             | 4    |
      And its comparisons are
        | dimension | pairs | not-applicable |
        | right     | 6     | 0              |
        | speed     | 3     | 3              |

    Scenario: What was retried is compared with what was not
      Given trial one/b/1 fails once, then scores 5
      And trial one/b/2 fails once, then scores 7
      And trial two/b/1 scores 2
      And trial two/b/3 fails
      When the experiment is run with replications 3, retries 1 and backoffMs 0
      Then its coverage is
        | arm | scored | failed | retried |
        | a   | 6      | 0      | 0       |
        | b   | 5      | 1      | 3       |
      And what was retried is compared with the rest
        | arm | retried | their mean | others | mean of others | difference |
        | b   | 2       | 6          | 3      | 1.333          | 4.667      |
      And it says: score, b: 2 retried trials and 3 others: too few to say whether they differ

    Scenario: Few pairs claim nothing, however they fall out
      Given each trial */b/* scores 9
      When the experiment is run with replications 2
      Then its comparisons are
        | pairs | higher | claim |
        | 4     | 4      | none  |
      And it says: no difference can be claimed with 4 pairs
      And it warns: 2 replications

  Rule: What is done is kept

    Background:
      Given the cases one and two
      And the arms a and b
      And each trial scores by its name

    Scenario: One that was stopped goes on with what is missing, and comes to what it would have
      Given each trial waits at the gate, then scores by its name
      When the experiment begins with replications 2 and ledger true
      And trial one/a/1 may go on
      And trial one/b/1 may go on
      And one/b/2 is inside the gate and no more come in
      And stop() is called
      And the gate opens
      Then the experiment was stopped
      And 3 of 8 trials count
      When the experiment is resumed with replications 2
      Then the experiment has succeeded
      And only one/a/2, two/a/1, two/b/1, two/a/2 and two/b/2 were run
      And 8 of 8 trials count
      When the experiment is run again with replications 2
      Then the last two have the same aggregates, to the byte

    Scenario: More replications are added, and only they run
      When the experiment is run with replications 2 and ledger true
      Then the experiment has succeeded
      When the experiment is resumed with replications 3
      Then the experiment has succeeded
      And only one/a/3, one/b/3, two/a/3 and two/b/3 were run
      And 12 of 12 trials count
      When the experiment is run again with replications 3
      Then the last two have the same aggregates, to the byte

    Scenario: One that is finished says again what it came to, and runs nothing
      When the experiment is run with replications 2 and ledger true
      And the experiment is resumed with replications 2
      Then the experiment has succeeded
      And nothing was run
      And both have the same aggregates, to the byte

    Scenario Outline: Another <what> is refused by name (<more>)
      Given each case expects this
      And its score stands in a module
      When the experiment is run with ledger true
      And the <what> is changed
      And the experiment is resumed with replications <times>
      Then resuming the experiment is refused: <field>
      And nothing was run

      Examples:
        | what        | field      | times | more      |
        | setting     | arm "b"    | 1     | as often  |
        | input       | case "two" | 1     | as often  |
        | expectation | case "two" | 1     | as often  |
        | score       | score      | 1     | as often  |
        | task        | task       | 1     | as often  |
        | setting     | arm "b"    | 2     | once more |
        | score       | score      | 2     | once more |
        | task        | task       | 2     | once more |

  Rule: A task learns what it needs, and can change none of it

    Scenario: A task on a thread never learns what is expected, and the score does
      Given the cases one and two
      And the arms a and b
      And each case expects the-answer
      And each trial says all it was given
      And its score notes what it was given
      When the experiment is run with replications 2
      Then the experiment has succeeded
      And the-answer is known to the score, and in no value

    Scenario: Nor does a command, by standard input, variables or placeholders
      Given the cases one and two
      And the arms a and b
      And each arm has the settings {"model":"large"}
      And each case expects the-answer
      And its task is a command that says all it was given
      And its score notes what it was given
      When the experiment is run
      Then the experiment has succeeded
      And the-answer is known to the score, and in no value
      And each value names its case, its arm, its replication, its input and the setting large

    Scenario Outline: A task that changes what it was given changes nothing for the next (<where>)
      Given the cases one and two
      And the arms a and b
      And each arm has the settings {"list":[1],"depth":{"of":"it"}}
      And each trial changes what it was given
      And the task runs <where>
      When the experiment is run with replications 2
      Then the experiment has succeeded
      And its figures are
        | arm | dimension | n | mean |
        | a   | passed    | 4 | 1    |
        | b   | passed    | 4 | 1    |

      Examples:
        | where      |
        | on threads |
        | in process |

  Rule: All that every run has is here too

    Background:
      Given the cases one and two
      And the arms a and b

    Scenario: A rate limit is waited for, and is no retry
      Given trial one/b/1 is turned away once
      When the experiment is run with maxParallel 2 and retries 0
      Then the experiment has succeeded
      And its coverage is
        | arm | scored | retried |
        | a   | 2      | 0       |
        | b   | 2      | 0       |
      And one/b/1 was run twice

    Scenario: A budget ends it, and with more it goes on
      Given each trial spends 40 tokens
      When the experiment is run with ledger true and budget {"tokens":100}
      Then the experiment was stopped
      And 2 of 4 trials count
      When the experiment is resumed with budget {"tokens":1000}
      Then the experiment has succeeded
      And only two/a/1 and two/b/1 were run
      And 4 of 4 trials count

    Scenario: A trial that takes too long loses only itself
      Given trial two/a/1 waits until it is asked to end
      When the experiment is run with timeoutMs 1000
      Then the experiment has failed
      And its trials ended as follows
        | trials                    | outcome   | attempts |
        | one/a/1, one/b/1, two/b/1 | succeeded | 1        |
        | two/a/1                   | timed-out | 1        |

    Scenario: What is done when it is cancelled counts
      Given each trial waits at the gate
      When the experiment begins with replications 1
      And trial one/a/1 may go on
      And one/b/1 is inside the gate and no more come in
      And cancel() is called
      Then the experiment was cancelled
      And 1 of 4 trials count
      And its trials ended as follows
        | trials           | outcome       | attempts |
        | one/a/1          | succeeded     | 1        |
        | one/b/1          | cancelled     | 1        |
        | two/a/1, two/b/1 | never-started | 0        |
