Feature: Decomposing a project into a tree of subplans
  A project that is too big for one worker is split into cohesive parts, within bounds that hold.

  Scenario: A deep, realistic layout reaches four or more levels by real splits
    Given a monorepo of 3 products, each with 3 packages of 4 modules of 4 features of 6 files that import their own feature most
    And a minFiles of 5
    When it is decomposed
    Then the tree reaches 4 or more levels below the root
    And no branch was split by grouping or packing
    And no branch cuts more imports than path-order chunks of the same sizes
    And every module stands under one branch

  Scenario: Forty files in three levels of folders stay within depth 2
    Given 40 files in three levels of folders
    When it is decomposed
    Then no leaf is deeper than 2
    And there is more than one leaf

  Scenario Outline: Where the project stands does not matter: <form>
    Given a project of 4 packages with 12 files each, its paths written <form>
    When it is decomposed
    Then there are at least 4 leaves
    And no leaf mixes packages
    And the ids are those of the same project with plain relative paths

    Examples:
      | form                      |
      | as absolute paths         |
      | with a deep common prefix |
      | with Windows separators   |

  Scenario: The guard stops a set that cannot be split
    Given 30 files in one folder that all import each other
    When it is decomposed
    Then the plan is a single leaf with reason "no-progress"

  Scenario: A set that cannot be split is packed when a budget is set
    Given 30 files in one folder that all import each other, of 1000 tokens each
    And a budget of 8000 tokens
    When it is decomposed
    Then no leaf has more than 8000 tokens
    And there are at most 5 leaves

  Scenario: Files without imports are packed in path order when a budget is set
    Given 30 files in one folder without imports, of 1000 tokens each
    And a budget of 8000 tokens
    When it is decomposed
    Then the leaves are runs of path order within the budget
    And the root was split by "packing"

  Scenario: maxDepth holds
    Given a project of 6 packages with 40 files each
    And a maxDepth of 1
    When it is decomposed
    Then no leaf is deeper than 1
    And no bound is relaxed

  Scenario: maxChildren holds
    Given a project of 20 packages with 12 files each
    And a maxChildren of 4
    When it is decomposed
    Then no branch has more than 4 children
    And no bound is relaxed

  Scenario: minFiles holds
    Given a project of 6 packages with 40 files each
    And a minFiles of 9
    When it is decomposed
    Then no leaf has fewer than 9 files
    And no bound is relaxed

  Scenario: maxTokens holds
    Given a project of 6 packages with 40 files each
    And a budget of 5000 tokens
    When it is decomposed
    Then no leaf has more than 5000 tokens
    And no branch fits the budget

  Scenario: maxFiles holds
    Given a project of 6 packages with 40 files each
    And a maxFiles of 16
    When it is decomposed
    Then no leaf has more than 16 files

  Scenario: A file above the budget stands alone, and the plan says so
    Given a project of 6 packages with 40 files each
    And one file of 90000 tokens
    And a budget of 5000 tokens
    When it is decomposed
    Then that file stands alone with reason "over-budget"
    And "maxTokens" is relaxed for that leaf only

  Scenario: Where depth and children cannot hold enough leaves, depth wins and the plan says so
    Given a project of 20 packages with 12 files each
    And a budget of 1500 tokens
    And a maxDepth of 1
    And a maxChildren of 4
    When it is decomposed
    Then no leaf is deeper than 1
    And no leaf has more than 1500 tokens
    And "maxChildren" is relaxed for the root only

  Scenario: Where the budget and minFiles conflict, the budget wins and the plan says so
    Given 12 files in one folder without imports, of 4000 tokens each
    And a budget of 9000 tokens
    When it is decomposed
    Then no leaf has more than 9000 tokens
    And "minFiles" is relaxed for every leaf

  Scenario: Fifteen cohesive groups under maxChildren 8 stay whole
    Given 15 groups of 6 files that import only each other
    And a maxChildren of 8
    When it is decomposed
    Then no group is spread over two leaves
    And no branch has more than 8 children
    And there are 15 leaves

  Scenario: A three-file project is one leaf
    Given 3 files in one folder without imports, of 100 tokens each
    When it is decomposed
    Then the plan is a single leaf with reason "min-files"
    And there are no branches

  Scenario: An empty project has no leaves
    Given 0 files in one folder without imports, of 100 tokens each
    When it is decomposed
    Then there are no leaves and no branches

  Scenario: Shuffled input gives the same plan to the byte
    Given a project of 4 packages with 12 files each
    And a budget of 1000 tokens
    When it is decomposed in ten shuffled orders
    Then all ten plans are the same to the byte

  Scenario: A hand-edited plan with a duplicated file is refused by name
    Given a project of 4 packages with 12 files each
    And its plan, written to a file, in which a file was copied to a second leaf
    When the plan is read
    Then it is refused, and the message names the file and both places

  Scenario: A plan in which a file was moved by hand is accepted
    Given a project of 4 packages with 12 files each
    And its plan, written to a file, in which a file was moved to another leaf
    When the plan is read
    Then the file stands in the leaf it was moved to

  Scenario Outline: <option> of <value> is refused by name
    When a project is decomposed with <option> of <value>
    Then it is refused, and the message names <option> and <value>

    Examples:
      | option      | value |
      | maxTokens   | 0     |
      | maxDepth    | -1    |
      | minFiles    | 2.5   |
      | maxChildren | NaN   |
      | maxChildren | 1     |
