Feature: Waiting together when a service asks to wait
  A rate limit that one leaf meets is everyone's. Nothing starts until the wait is over, the leaf runs again without a retry
  being spent, and fewer run at once until it has gone well for a while.

  Rule: One leaf's limit is everyone's

    Scenario: During the wait neither a leaf nor a rollup starts, and a cancelled run does not sit it out
      Given the plan
        """
        project
          left (waits)
            a (waits)
            b (waits)
          c (waits)
          d (waits)
        """
      And branches are rolled up by a module
      When it is executed with maxParallel 3 and order plan
      And a, b and c are inside the gate and no more come in
      And c is turned away for 3600 seconds
      And a is let go
      And b is let go
      Then nobody is inside the gate and no more come in
      When cancel() is called
      Then the run was cancelled
      And each but d had begun

    Scenario: When the wait is over the leaf runs again, and no retry was spent
      Given 4 leaves that wait at the gate
      When it is executed with maxParallel 2 and retries 0
      And leaf-1 and leaf-2 are inside the gate and no more come in
      And leaf-2 is turned away for 0.2 seconds
      And leaf-1 is let go
      And leaf-2 and leaf-3 are inside the gate and no more come in
      And leaf-2 is turned away for 0.2 seconds
      And leaf-3 is let go
      And leaf-2 and leaf-4 are inside the gate and no more come in
      And the gate opens
      Then the run has succeeded
      And all leaves have succeeded, in plan order
      And nothing started during a wait

    Scenario: Where the service does not say how long, the wait doubles
      Given 2 leaves that wait at the gate
      When it is executed with maxParallel 1 and backoffMs 100
      And leaf-1 is inside the gate and no more come in
      And leaf-1 is turned away
      And leaf-1 is inside the gate and no more come in
      And leaf-1 is turned away
      And leaf-1 is inside the gate and no more come in
      And the gate opens
      Then the run has succeeded
      And the waits were at least 0.1 and 0.2 seconds
      And nothing started during a wait

  Rule: Fewer run at once afterwards

    Scenario: However many report a limit, the cap is cut once
      Given 8 leaves that wait at the gate
      When it is executed with maxParallel 8
      And 8 are inside the gate and no more come in
      And all that are inside are turned away for 0.2 seconds
      Then 4 are inside the gate and no more come in
      When the gate opens
      Then the run has succeeded
      And all leaves have succeeded, in plan order
      And the cap was cut once, from 8 to 4, after 8 reports
      And nothing started during a wait

    Scenario: The cap grows again by one after each round that goes well
      Given 9 leaves that wait at the gate
      When it is executed with maxParallel 4
      And 4 are inside the gate and no more come in
      And all that are inside are turned away for 0.1 seconds
      Then 2 are inside the gate and no more come in
      When 1 of them is let go
      Then 2 are inside the gate and no more come in
      When 1 of them is let go
      Then 3 are inside the gate and no more come in
      When 3 of them are let go
      Then 4 are inside the gate and no more come in
      When the gate opens
      Then the run has succeeded
      And the cap was cut once, from 4 to 2, after 4 reports
      And the cap grew to 3, then to 4

    Scenario: A limit that is met after the wait cuts the cap again
      Given 8 leaves that wait at the gate
      When it is executed with maxParallel 8
      And 8 are inside the gate and no more come in
      And all that are inside are turned away for 0.1 seconds
      And 4 are inside the gate and no more come in
      And all that are inside are turned away for 0.1 seconds
      Then 2 are inside the gate and no more come in
      When the gate opens
      Then the run has succeeded
      And the report tells of cuts from 8 to 4 and from 4 to 2

    Scenario: A cap of 1 stays 1
      Given 2 leaves that wait at the gate
      When it is executed with maxParallel 1
      And leaf-1 is inside the gate and no more come in
      And leaf-1 is turned away for 0.1 seconds
      And leaf-1 is inside the gate and no more come in
      And the gate opens
      Then the run has succeeded
      And the cap was cut once, from 1 to 1, after 1 report

  Rule: A rate that is known beforehand is kept

    Scenario: Starts are spread over the minute
      Given 5 leaves that pass the gate
      When it is executed with maxParallel 5 and requestsPerMinute 120
      Then the run has succeeded
      And all leaves have succeeded, in plan order
      And no more than 2 started at once, and the others half a second apart

    Scenario: Attempts that are made again count too
      Given the plan
        """
        project
          a (fails twice)
          b (passes)
        """
      When it is executed with maxParallel 2, retries 2, backoffMs 1 and requestsPerMinute 120
      Then the run has succeeded
      And no more than 2 started at once, and the others half a second apart

  Rule: A command says it by its exit code, or by what it prints

    Scenario Outline: By <what>
      Given the plan
        """
        project
          a
          b
        """
      And the command
        """
        sh ../agent.sh turned-away-once
        """
      When it is run with -j 2 --retries 0 --backoff 200ms <flags>
      Then the run has succeeded
      And the exit code is 0
      And the leaves ended as follows
        | leaves | outcome   | attempts |
        | a, b   | succeeded | 1        |
      And each of a and b was run twice
      And the waits were at least <wait> seconds
      And nothing started during a wait
      And the terminal says: rate limited: nothing starts for

      Examples:
        | what                         | flags                                                        | wait |
        | exit code                    | --rate-limit-exit 75                                         | 0.2  |
        | pattern, with the time in it | --rate-limit-pattern '/try again in (?<seconds>[\d.]+) s/'   | 0.4  |

    Scenario: Without being told, an exit code is a failure
      Given the plan
        """
        project
          a
          b
        """
      And the command
        """
        sh ../agent.sh turned-away-once
        """
      When it is run
      Then the run has failed
      And the exit code is 1
      And a says command-failed: exit code 75
