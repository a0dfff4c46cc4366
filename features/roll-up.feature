Feature: Rolling results up the tree
  A branch's value is made from its children's values as soon as they have settled, and says how much of it they cover.

  Scenario Outline: Without any code, <kind> are merged
    Given the plan
      """
      project
        left
          a (gives <a>)
          b (gives <b>)
        right
          c (gives <c>)
          d (gives <d>)
      """
    When it is executed with maxParallel 2
    Then the run has succeeded
    And the value of left is <left>
    And the value of project is <project>

    Examples:
      | kind           | a                 | b           | c                 | d           | left                    | project                             |
      | numbers        | 1                 | 2           | 3                 | 4           | 3                       | 10                                  |
      | lists          | [1]               | [2,3]       | []                | [4]         | [1,2,3]                 | [1,2,3,4]                           |
      | objects        | {"n":1,"l":["x"]} | {"n":2}     | {"n":3,"l":["y"]} | {"m":true}  | {"n":3,"l":["x"]}       | {"n":6,"l":["x","y"],"m":true}      |
      | texts          | "one"             | "two"       | "three"           | "four"      | "one\\n\\ntwo"            | "one\\n\\ntwo\\n\\nthree\\n\\nfour"       |
      | nulls and some | null              | 2           | null              | null        | 2                       | 2                                   |
      | mixed kinds    | 1                 | "two"       | [3]               | {"four":4}  | [1,"two"]               | [1,"two",3,{"four":4}]              |

  Scenario Outline: A rollup that is <where> gets its children's values in plan order
    Given the plan
      """
      project
        left
          a
          b
        c
      """
    And branches are rolled up by <where>
    When it is executed with maxParallel 3
    Then the run has succeeded
    And the value of left is ["a","b"]
    And the value of project is ["a","b","c"]

    Examples:
      | where          |
      | a module       |
      | the task's own |
      | a function     |

  Scenario: A failing rollup fails its branch and is seen at the root, and its siblings go on
    Given the plan
      """
      project
        left (fails)
          a
          b
        right (waits)
          c
          d
      """
    And branches are rolled up by a module
    When it is executed with maxParallel 2
    And left has failed
    And right is inside the gate and no more come in
    And the gate opens
    Then the run has failed
    And the branches ended as follows
      | branches       | outcome   | attempts |
      | project, right | succeeded | 1        |
      | left           | failed    | 1        |
    And left says task-threw: left went wrong
    And the failures are left
    And the value of project is ["c","d"]
    And project has succeeded and covers 2 of 4 leaves; missing: a, b

  Scenario: A failing rollup at the root fails the run although every leaf succeeded
    Given the plan
      """
      project (fails)
        a
        b
      """
    And branches are rolled up by a module
    When it is executed with maxParallel 2
    Then the run has failed
    And all leaves have succeeded, in plan order
    And project has failed and covers 0 of 2 leaves; missing: a, b

  Scenario: A branch with one child that succeeded has a value, and says what it does not cover
    Given the plan
      """
      project
        left
          a (gives 1)
          b (fails)
          c (gives 2)
        right
          d (fails)
          e (fails)
        f (gives 4)
      """
    When it is executed with maxParallel 2
    Then the run has failed
    And the branches ended as follows
      | branches      | outcome   | attempts |
      | project, left | succeeded | 1        |
      | right         | skipped   | 0        |
    And left has succeeded and covers 2 of 3 leaves; missing: b
    And project has succeeded and covers 3 of 6 leaves; missing: b, d, e
    And the value of project is 7

  Scenario: A plan of a single leaf has that leaf at its top
    Given the plan
      """
      a (waits)
      """
    When it is executed with maxParallel 2
    And 1 is inside the gate and no more come in
    And the gate opens
    Then the run has succeeded
    And the top of the report is the only leaf, a
    And the peak is 1, as measured and as seen at the gate
