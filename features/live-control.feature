Feature: Steering a run while it is under way
  A run that takes hours can be paused, given more or fewer slots, and set right leaf by leaf, without losing what is done.

  Scenario: While a run is paused, what runs goes on, and neither a leaf nor a retry nor a rollup starts
    Given the plan
      """
      project
        left (waits)
          a (waits)
          b (waits)
        c (fails once, then waits)
        d (waits)
      """
    And branches are rolled up by a module
    When it is executed with maxParallel 2, retries 1, backoffMs 1 and order plan
    And a and b are inside the gate and no more come in
    And a is let go
    And b and d are inside the gate and no more come in
    And the run is paused
    And b is let go
    And d is let go
    Then nobody is inside the gate and no more come in
    When the run is unpaused
    Then c and left are inside the gate and no more come in
    When the gate opens
    Then the run has succeeded
    And the value of project is ["a","b","c","d"]

  Scenario: A cap is raised and lowered, and a lower one ends nothing
    Given 6 leaves that wait at the gate
    When it is executed with maxParallel 1
    And leaf-1 is inside the gate and no more come in
    And maxParallel is set to 3
    Then leaf-1, leaf-2 and leaf-3 are inside the gate and no more come in
    When maxParallel is set to 1
    And leaf-1 is let go
    Then leaf-2 and leaf-3 are inside the gate and no more come in
    When the gate opens
    Then the run has succeeded
    And the peak is 3, as measured and as seen at the gate

  Scenario Outline: A leaf that runs <where> is cancelled alone, and its slot is free again
    Given 4 leaves that wait at the gate
    And the task runs <where>
    When it is executed with maxParallel 2
    And leaf-1 and leaf-2 are inside the gate and no more come in
    And leaf leaf-1 is cancelled
    Then leaf-2 and leaf-3 are inside the gate and no more come in
    When the gate opens
    Then the leaves ended as follows
      | leaves                 | outcome   | attempts |
      | leaf-1                 | cancelled | 1        |
      | leaf-2, leaf-3, leaf-4 | succeeded | 1        |
    And leaf-1 says cancelled: cancelLeaf() was called
    And project has succeeded and covers 3 of 4 leaves; missing: leaf-1

    Examples:
      | where      |
      | on threads |
      | in process |

  Scenario: A leaf that waits is cancelled, and has never started
    Given 3 leaves that wait at the gate
    When it is executed with maxParallel 1
    And leaf-1 is inside the gate and no more come in
    And leaf leaf-2 is cancelled
    And leaf-1 is let go
    Then leaf-3 is inside the gate and no more come in
    When the gate opens
    Then the leaves ended as follows
      | leaves         | outcome       | attempts |
      | leaf-1, leaf-3 | succeeded     | 1        |
      | leaf-2         | never-started | 0        |

  Scenario: A failed leaf is retried while others run, and the branch above it is rolled up again
    Given the plan
      """
      project
        left
          a (waits)
          b (waits)
        c (waits)
      """
    And branches are rolled up by a module
    When it is executed with maxParallel 3
    And a, b and c are inside the gate and no more come in
    And a is told to fail
    And b is let go
    And left has settled
    And leaf a is retried
    Then a and left are open again
    And a and c are inside the gate and no more come in
    When a is let go
    And left has settled again
    And the gate opens
    Then the run has succeeded
    And a settled as failed, and then as succeeded
    And the value of left is ["a","b"]
    And the value of project is ["a","b","c"]
    And project has succeeded and covers 3 of 3 leaves

  Scenario: A leaf is retried while the branch above it is being rolled up: that rollup counts for nothing
    Given the plan
      """
      project
        left (waits)
          a (waits)
          b
        c (waits)
      """
    And branches are rolled up by a module
    When it is executed with maxParallel 4
    And a and c are inside the gate and no more come in
    And a is told to fail
    And c and left are inside the gate and no more come in
    And leaf a is retried
    Then a, c and left are inside the gate and no more come in
    When a is let go
    And the gate opens
    Then the run has succeeded
    And the value of left is ["a","b"]
    And the value of project is ["a","b","c"]
    And left has settled once

  Scenario: What was skipped because of a leaf runs when that leaf is retried
    Given the plan
      """
      project
        site (passes) imports app
        app (passes) imports lib
        lib (waits)
        tool (waits)
      """
    When it is executed with maxParallel 4 and order dependencies
    And lib and tool are inside the gate and no more come in
    And lib is told to fail
    And site has settled
    And leaf lib is retried
    Then lib, app and site are open again
    When the gate opens
    Then the run has succeeded
    And site settled as skipped, and then as succeeded
    And app settled as skipped, and then as succeeded

  Scenario: A leaf that has succeeded does not run again
    Given 2 leaves that wait at the gate
    When it is executed with maxParallel 2
    And leaf-1 and leaf-2 are inside the gate and no more come in
    And leaf-1 is let go
    And leaf leaf-1 is retried
    Then leaf-2 is inside the gate and no more come in
    When the gate opens
    Then the run has succeeded
    And nothing was opened again
    And each subplan was at the gate once

  Scenario: A leaf that is not in the plan is refused, and the run goes on
    Given 2 leaves that wait at the gate
    When it is executed with maxParallel 1
    And leaf-1 is inside the gate and no more come in
    And a leaf that is not in the plan is retried
    Then it is refused as unknown
    When the gate opens
    Then the run has succeeded
