Feature: Failing without taking others along
  A failure is one truthful outcome of the one leaf that failed. What it does to the rest is the user's choice, and a leaf
  that never started is never reported otherwise.

  Rule: onFailure decides what a failure does to the rest

    Background:
      Given the plan
        """
        project
          a (waits, then fails)
          b (waits)
          c (waits, then fails)
          d (waits)
          e (waits)
          f (waits)
          g (waits)
          h (waits)
          i (waits)
          j (waits)
        """

    Scenario: "continue" does nothing to the rest
      When it is executed with maxParallel 3 and onFailure continue
      And 3 are inside the gate and no more come in
      And the gate opens
      Then the run has failed
      And the leaves ended as follows
        | leaves                 | outcome   | attempts |
        | a, c                   | failed    | 1        |
        | b, d, e, f, g, h, i, j | succeeded | 1        |
      And project has succeeded and covers 8 of 10 leaves; missing: a, c
      And the failures are a, c
      And the peak is 3, as measured and as seen at the gate

    Scenario: "stop" starts nothing new and lets running leaves end
      When it is executed with maxParallel 3 and onFailure stop
      And a, b and c are inside the gate and no more come in
      And a is let go
      Then b and c are inside the gate and no more come in
      When the gate opens
      Then the run has failed
      And the leaves ended as follows
        | leaves              | outcome       | attempts |
        | a, c                | failed        | 1        |
        | b                   | succeeded     | 1        |
        | d, e, f, g, h, i, j | never-started | 0        |
      And those that never started say: onFailure is "stop", and there was a failure
      And project has succeeded and covers 1 of 10 leaves; missing: a, c, d, e, f, g, h, i, j

    Scenario: "cancel" ends running leaves too
      When it is executed with maxParallel 3 and onFailure cancel
      And a, b and c are inside the gate and no more come in
      And a is let go
      Then the run has failed
      And the leaves ended as follows
        | leaves              | outcome       | attempts |
        | a                   | failed        | 1        |
        | b, c                | cancelled     | 1        |
        | d, e, f, g, h, i, j | never-started | 0        |
      And those that never started say: onFailure is "cancel", and there was a failure
      And nobody is inside the gate
      And the failures are a

    Scenario Outline: <limit> stops at the second failure
      When it is executed with maxParallel 3 and onFailure <limit>
      And a, b and c are inside the gate and no more come in
      And a is let go
      Then b, c and d are inside the gate and no more come in
      When c is let go
      Then b and d are inside the gate and no more come in
      When the gate opens
      Then the run has failed
      And the leaves ended as follows
        | leaves           | outcome       | attempts |
        | a, c             | failed        | 1        |
        | b, d             | succeeded     | 1        |
        | e, f, g, h, i, j | never-started | 0        |
      And those that never started say: and there were 2 failures

      Examples:
        | limit |
        | 2     |
        | 20%   |

    Scenario: Fail-fast in process leaves the rest never started too
      Given the task runs in process
      When it is executed with maxParallel 1 and onFailure stop
      And the gate opens
      Then the run has failed
      And the leaves ended as follows
        | leaves                    | outcome       | attempts |
        | a                         | failed        | 1        |
        | b, c, d, e, f, g, h, i, j | never-started | 0        |
      And project is never-started and covers 0 of 10 leaves; missing: a, b, c, d, e, f, g, h, i, j

  Rule: A run can be ended from outside

    Scenario Outline: When <it ends>, running leaves are ended and nothing more is started
      Given 10 leaves that wait at the gate
      When it is executed with maxParallel 3
      And 3 are inside the gate and no more come in
      And <it ends>
      Then the run was cancelled
      And the leaves ended as follows
        | leaves                                                  | outcome       | attempts |
        | leaf-1, leaf-2, leaf-3                                  | cancelled     | 1        |
        | leaf-4, leaf-5, leaf-6, leaf-7, leaf-8, leaf-9, leaf-10 | never-started | 0        |
      And nobody is inside the gate
      And those that never started say: <why>

      Examples:
        | it ends               | why                                  |
        | its signal is aborted | the signal was aborted: enough of it |
        | cancel() is called    | enough of it                         |

    Scenario: When stop() is called, running leaves end, what there is is rolled up, and no other leaf is started
      Given 10 leaves that wait at the gate
      When it is executed with maxParallel 3
      And 3 are inside the gate and no more come in
      And stop() is called
      Then 3 are inside the gate and no more come in
      When 3 of them are let go
      Then the run was stopped
      And the leaves ended as follows
        | leaves                                                  | outcome       | attempts |
        | leaf-1, leaf-2, leaf-3                                  | succeeded     | 1        |
        | leaf-4, leaf-5, leaf-6, leaf-7, leaf-8, leaf-9, leaf-10 | never-started | 0        |
      And project has succeeded and covers 3 of 10 leaves; missing: leaf-4, leaf-5, leaf-6, leaf-7, leaf-8, leaf-9, leaf-10

    Scenario: A leaf that waited for a blocked thread when the run was cancelled has never started
      Given the plan
        """
        project
          a (waits, then loops)
          b (waits)
          c (waits)
        """
      When it is executed with maxParallel 1, threads 1 and graceMs 50
      And a is inside the gate and no more come in
      And a is let go to loop
      And nobody is inside the gate
      And maxParallel is set to 2
      And cancel() is called
      Then the run was cancelled
      And the leaves ended as follows
        | leaves | outcome       | attempts |
        | a      | cancelled     | 1        |
        | b, c   | never-started | 0        |
      And no thread is left

  Rule: A leaf that is worth retrying is tried again

    Scenario Outline: A leaf that fails twice, with retries <retries>, ends as <outcome> after <attempts> attempts
      Given the plan
        """
        project
          a (fails twice)
          b
        """
      When it is executed with maxParallel 2, retries <retries> and backoffMs 1
      Then the leaves ended as follows
        | leaves | outcome   | attempts   |
        | a      | <outcome> | <attempts> |
        | b      | succeeded | 1          |

      Examples:
        | retries | outcome   | attempts |
        | 0       | failed    | 1        |
        | 1       | failed    | 2        |
        | 2       | succeeded | 3        |
        | 5       | succeeded | 3        |

    Scenario: A failure that says it is not worth retrying is not retried
      Given the plan
        """
        project
          a (fails for good)
          b (fails)
        """
      When it is executed with maxParallel 2, retries 2 and backoffMs 1
      Then the leaves ended as follows
        | leaves | outcome | attempts |
        | a      | failed  | 1        |
        | b      | failed  | 3        |
      And project is skipped and covers 0 of 2 leaves; missing: a, b

    Scenario: The wait before a retry holds no slot
      Given the plan
        """
        project
          a (fails once, then waits)
          b (waits)
        """
      When it is executed with maxParallel 1, retries 1, backoffMs 20 and order plan
      Then b is inside the gate and no more come in
      When b is let go
      Then a is inside the gate and no more come in
      When the gate opens
      Then the leaves ended as follows
        | leaves | outcome   | attempts |
        | a      | succeeded | 2        |
        | b      | succeeded | 1        |

  Rule: A leaf that takes its thread along takes nobody else along

    Scenario: A timeout frees the thread of an endless loop
      Given the plan
        """
        project
          a (loops)
          b (passes)
          c (passes)
          d (passes)
          e (passes)
        """
      When it is executed with maxParallel 2, threads 1, timeoutMs 1500 and graceMs 50
      Then the run has failed
      And the leaves ended as follows
        | leaves     | outcome   | attempts |
        | a          | timed-out | 1        |
        | b, c, d, e | succeeded | 1        |
      And the failures are a
      And no thread is left

    Scenario: Every thread may loop at once
      Given 3 leaves that loop for ever
      And 6 leaves that pass the gate
      When it is executed with maxParallel 6, threads 2, timeoutMs 1500 and graceMs 50
      Then the run has failed
      And the leaves ended as follows
        | leaves                                         | outcome   | attempts |
        | leaf-1, leaf-2, leaf-3                         | timed-out | 1        |
        | leaf-4, leaf-5, leaf-6, leaf-7, leaf-8, leaf-9 | succeeded | 1        |
      And no thread is left

    Scenario: Neighbours of a leaf that loses its thread by a timeout run again uncharged
      Given the plan
        """
        project
          a (ignores its signal)
          b (waits)
          c (waits)
        """
      When it is executed with maxParallel 1, threads 1, timeoutMs 3000 and graceMs 1200
      And a has heard that its time is over
      And maxParallel is set to 3
      And b and c are inside the gate
      And b and c have lost their attempts
      And the gate opens
      Then the run has failed
      And the leaves ended as follows
        | leaves | outcome   | attempts |
        | a      | timed-out | 1        |
        | b, c   | succeeded | 1        |
      And b and c were at the gate twice
      And the failures are a
      And no thread is left

    Scenario: Neighbours of a leaf that kills its thread succeed uncharged
      Given the plan
        """
        project
          a (waits, then kills its thread)
          b (waits)
          c (waits)
          d (waits)
        """
      When it is executed with maxParallel 4 and threads 1
      And a, b, c and d are inside the gate and no more come in
      And a is let go to die
      And b, c and d have lost their attempts
      And the gate opens
      Then the run has failed
      And the leaves ended as follows
        | leaves  | outcome   | attempts |
        | a       | failed    | 1        |
        | b, c, d | succeeded | 1        |
      And a says thread-died: took the thread along
      And b, c and d were at the gate twice
      And no thread is left

  Rule: What a failure makes impossible is skipped, and says by whom

    Scenario: A leaf whose dependency failed is skipped, and so is what depends on it
      Given the plan
        """
        project
          site (waits) imports app
          app (waits) imports lib
          lib (waits, then fails)
          tool (waits)
        """
      When it is executed with maxParallel 4 and order dependencies
      Then lib and tool are inside the gate and no more come in
      When lib is let go
      Then tool is inside the gate and no more come in
      When the gate opens
      Then the run has failed
      And the leaves ended as follows
        | leaves    | outcome   | attempts |
        | site, app | skipped   | 0        |
        | lib       | failed    | 1        |
        | tool      | succeeded | 1        |
      And site and app were skipped because of lib
      And the failures are lib

    Scenario: Whichever fails first, the first in the plan is blamed
      Given the plan
        """
        project
          lib (waits, then fails)
          core (waits, then fails)
          app (waits) imports core, lib
          tool (waits)
        """
      When it is executed with maxParallel 3 and order dependencies
      And core, lib and tool are inside the gate and no more come in
      And core is let go
      And the gate opens
      Then the run has failed
      And the leaves ended as follows
        | leaves    | outcome   | attempts |
        | lib, core | failed    | 1        |
        | app       | skipped   | 0        |
        | tool      | succeeded | 1        |
      And app was skipped because of lib, and core at the time

    Scenario: A leaf that never started is blamed for nothing
      Given the plan
        """
        project
          lib (waits)
          core (waits, then fails) weighs 50
          app (waits) imports core, lib
        """
      When it is executed with maxParallel 1, order dependencies and onFailure stop
      And core is inside the gate and no more come in
      And the gate opens
      Then the run has failed
      And the leaves ended as follows
        | leaves | outcome       | attempts |
        | lib    | never-started | 0        |
        | core   | failed        | 1        |
        | app    | skipped       | 0        |
      And app was skipped because of core
