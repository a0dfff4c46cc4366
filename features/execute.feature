Feature: Executing leaves in parallel under a cap that holds
  Leaves run on threads, at most maxParallel at a time for the whole tree, rollups included. What runs at once is seen at
  a gate that holds subplans inside until the scenario lets them go, and measured by the run where the task's code runs.

  Scenario: 15 subplans at maxParallel 10 peak at exactly 10
    Given 15 leaves that wait at the gate
    When it is executed with maxParallel 10
    And 10 are inside the gate and no more come in
    And the gate opens
    Then the run has succeeded
    And all leaves have succeeded, in plan order
    And the peak is 10, as measured and as seen at the gate

  Scenario Outline: <leaves> leaves at maxParallel <slots> peak at <peak> (<where>)
    Given <leaves> leaves that wait at the gate
    And the task runs <where>
    When it is executed with maxParallel <slots>
    And <peak> are inside the gate and no more come in
    And the gate opens
    Then the run has succeeded
    And all leaves have succeeded, in plan order
    And the peak is <peak>, as measured and as seen at the gate
    And each subplan was at the gate once

    Examples: as many leaves as slots, more and fewer
      | leaves | slots | peak | where      |
      | 1000   | 100   | 100  | on threads |
      | 1000   | 100   | 100  | in process |
      | 15     | 10    | 10   | in process |
      | 8      | 8     | 8    | on threads |
      | 9      | 8     | 8    | on threads |
      | 3      | 8     | 3    | on threads |
      | 3      | 8     | 3    | in process |

  Scenario: The cap still holds after leaves have succeeded and failed
    Given the plan
      """
      project
        a (waits)
        b (waits, then fails)
        c (waits)
        d (waits, then fails)
        e (waits)
        f (waits)
        g (waits)
        h (waits)
      """
    When it is executed with maxParallel 3
    Then a, b and c are inside the gate and no more come in
    When a is let go
    Then b, c and d are inside the gate and no more come in
    When b is let go
    Then c, d and e are inside the gate and no more come in
    When d is let go
    Then c, e and f are inside the gate and no more come in
    When the gate opens
    Then the run has failed
    And the peak is 3, as measured and as seen at the gate
    And each subplan was at the gate once

  Scenario Outline: A cap of 1 is sequential and complete (<where>)
    Given 20 leaves that pass the gate
    And the task runs <where>
    When it is executed with maxParallel 1
    Then the run has succeeded
    And all leaves have succeeded, in plan order
    And the peak is 1, as measured and as seen at the gate
    And they came to the gate in plan order

    Examples:
      | where      |
      | on threads |
      | in process |

  Scenario Outline: A tree of 12 levels comes to its end with <slots> slots
    Given a tree of 12 levels, whose leaves wait at the gate and whose rollups pass it
    When it is executed with maxParallel <slots>
    And <slots> are inside the gate and no more come in
    And the gate opens
    Then the run has succeeded
    And the peak is <slots>, as measured and as seen at the gate
    And each subplan was at the gate once
    And the value of project is the names of all leaves in plan order

    Examples:
      | slots |
      | 1     |
      | 2     |
      | 5     |

  Scenario: Rollups count under the cap
    Given 6 branches of 2 leaves that pass the gate, whose rollups wait there
    When it is executed with maxParallel 3
    And 3 branches are inside the gate and no more come in
    And the gate opens
    Then the run has succeeded
    And the peak is 3, as measured and as seen at the gate
    And each subplan was at the gate once

  Scenario: A branch that waits for its children holds no slot, and there are no waves
    Given the plan
      """
      project
        left (waits)
          a (waits)
          b (waits)
        right (waits)
          c (waits)
          d (waits)
      """
    And branches are rolled up by a module
    When it is executed with maxParallel 2 and order plan
    And a and b are inside the gate and no more come in
    And a is let go
    And b and c are inside the gate and no more come in
    And b is let go
    Then c and left are inside the gate and no more come in
    When the gate opens
    Then the run has succeeded
    And the peak is 2, as measured and as seen at the gate

  Scenario: An empty plan has nothing to do, and says so
    Given a plan without leaves
    When it is executed with maxParallel 4
    Then the run is empty
    And the peak is 0, as measured and as seen at the gate

  Scenario: A higher and a lower cap take effect while the run is under way
    Given 12 leaves that wait at the gate
    When it is executed with maxParallel 2
    Then 2 are inside the gate and no more come in
    When maxParallel is set to 5
    Then 5 are inside the gate and no more come in
    When maxParallel is set to 1
    Then 5 are inside the gate and no more come in
    When 3 of them are let go
    Then 2 are inside the gate and no more come in
    When 1 of them is let go
    Then 1 is inside the gate and no more come in
    When 1 of them is let go
    Then leaf-6 is inside the gate and no more come in
    When the gate opens
    Then the run has succeeded
    And all leaves have succeeded, in plan order
    And the peak is 5, as measured and as seen at the gate
    And the limit is 5

  Scenario: A paused run starts nothing until it is unpaused
    Given 6 leaves that wait at the gate
    When it is executed with maxParallel 2
    And 2 are inside the gate and no more come in
    And the run is paused
    And 2 of them are let go
    Then 0 are inside the gate and no more come in
    When the run is unpaused
    Then 2 are inside the gate and no more come in
    When the gate opens
    Then the run has succeeded
    And all leaves have succeeded, in plan order

  Scenario: A named limit holds under the cap, and its queue holds up nobody else
    Given the plan
      """
      project
        a (waits) under db
        b (waits) under db
        c (waits) under db
        d (waits) under db
        e (waits)
        f (waits)
        g (waits)
        h (waits)
        i (waits)
      """
    When it is executed with maxParallel 5, limits {"db":2} and order plan
    Then a, b, e, f and g are inside the gate and no more come in
    When e is let go
    And f is let go
    And g is let go
    Then a, b, h and i are inside the gate and no more come in
    When a is let go
    Then b, c, h and i are inside the gate and no more come in
    When the gate opens
    Then the run has succeeded
    And all leaves have succeeded, in plan order
    And the peak is 5, as measured and as seen at the gate
    And of those under db never more than 2 were inside at once

  Scenario: A limit may pick its leaves at the call
    Given 6 leaves that wait at the gate
    And a limit db of 1 for leaf-1, leaf-2 and leaf-3
    When it is executed with maxParallel 3
    Then leaf-1, leaf-4 and leaf-5 are inside the gate and no more come in
    When the gate opens
    Then the run has succeeded
    And of those under db never more than 1 were inside at once

  Scenario: Results stand in plan order when the last comes first
    Given 4 leaves that wait at the gate
    When it is executed with maxParallel 4
    And 4 are inside the gate and no more come in
    And leaf-4 is let go
    And leaf-3 is let go
    And leaf-2 is let go
    And leaf-1 is let go
    Then the run has succeeded
    And they settled in the order leaf-4, leaf-3, leaf-2, leaf-1, project
    And all leaves have succeeded, in plan order

  Scenario Outline: Order "<order>" begins with <first>
    Given the plan
      """
      project
        a (passes) weighs 10
        b (passes) weighs 30
        c (passes) weighs 20
        d (passes) weighs 30
      """
    When it is executed with maxParallel 1 and order <order>
    Then the run has succeeded
    And they came to the gate in the order <came>
    And all leaves have succeeded, in plan order

    Examples:
      | order | first                       | came       |
      | cost  | the longest                 | b, d, c, a |
      | plan  | what stands first in a plan | a, b, c, d |

  Scenario: Order "dependencies" starts a leaf when those it imports have succeeded, without waves
    Given the plan
      """
      project
        app (waits) imports lib
        lib (waits) imports core
        core (waits)
        tool (waits)
      """
    When it is executed with maxParallel 4 and order dependencies
    Then core and tool are inside the gate and no more come in
    When core is let go
    Then lib and tool are inside the gate and no more come in
    When lib is let go
    Then app and tool are inside the gate and no more come in
    When the gate opens
    Then the run has succeeded
    And all leaves have succeeded, in plan order

  Scenario: One slot and eight give the same results
    Given the plan
      """
      project
        left
          a
          b (fails)
          c (gives {"n":1})
        middle (fails)
          d
          e (fails twice)
        right
          f (fails)
          g (fails for good)
        h
      """
    And branches are rolled up by a module
    When it is executed with maxParallel 1, retries 2 and backoffMs 1
    And it is executed again with maxParallel 8, retries 2 and backoffMs 1
    Then both runs have the same status, outcomes, values, attempts and order
    And the run has failed

  Scenario: A watcher that throws, and one that never reads on, do not hold up the run
    Given 30 leaves that pass the gate
    When it is executed with maxParallel 4
    And one who watches throws at the first event
    And one who watches never asks for the second event
    Then the run has succeeded
    And all leaves have succeeded, in plan order

  Scenario Outline: mapParallel of <items> items at maxParallel <slots> keeps their order and peaks at <peak>
    When <items> items wait at the gate by mapParallel with maxParallel <slots>
    And <peak> are inside the gate and no more come in
    And the gate opens
    Then mapParallel gives the results in the order of the items
    And its peak is <peak>, as measured and as seen at the gate

    Examples:
      | items | slots | peak |
      | 15    | 10    | 10   |
      | 1000  | 100   | 100  |
      | 3     | 8     | 3    |
      | 5     | 1     | 1    |

  Scenario: mapParallel stops at a failure where it is told to
    When 10 items, of which number 3 fails, go through mapParallel with maxParallel 1 and onFailure stop
    Then 2 items have succeeded, 1 has failed and 7 never started
