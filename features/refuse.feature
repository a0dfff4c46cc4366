Feature: Refusing options by name
  A limit that is none throws at the call, before anything is done. Nothing is silently clamped.

  Scenario Outline: <option> of <value> is refused by name
    Given 3 leaves that pass the gate
    When execute is called with <option> of <value>
    Then the call is refused: <option>, expected <expected>, got <value>
    And nobody was at the gate

    Examples:
      | option       | value      | expected                      |
      | maxParallel  | 0          | a whole number from 1 to      |
      | maxParallel  | -1         | a whole number from 1 to      |
      | maxParallel  | 2.5        | a whole number from 1 to      |
      | maxParallel  | NaN        | a whole number from 1 to      |
      | maxParallel  | Infinity   | a whole number from 1 to      |
      | maxParallel  | "0%"       | a whole number from 1 to      |
      | maxParallel  | "4"        | a whole number from 1 to      |
      | maxParallel  | null       | a whole number from 1 to      |
      | threads      | 0          | a whole number from 1 to 1024 |
      | threads      | -1         | a whole number from 1 to 1024 |
      | threads      | 1.5        | a whole number from 1 to 1024 |
      | threads      | NaN        | a whole number from 1 to 1024 |
      | retries      | -1         | a whole number, 0 or more     |
      | retries      | 0.5        | a whole number, 0 or more     |
      | retries      | NaN        | a whole number, 0 or more     |
      | timeoutMs    | 0          | a whole number from 1 to      |
      | timeoutMs    | -5         | a whole number from 1 to      |
      | timeoutMs    | 0.5        | a whole number from 1 to      |
      | timeoutMs    | NaN        | a whole number from 1 to      |
      | graceMs      | -1         | a whole number from 0 to      |
      | graceMs      | NaN        | a whole number from 0 to      |
      | backoffMs    | -1         | a whole number from 0 to      |
      | threadHeapMb | 0          | a whole number, 32 or more    |
      | onFailure    | 0          | "continue", "stop", "cancel"  |
      | onFailure    | -1         | "continue", "stop", "cancel"  |
      | onFailure    | 1.5        | "continue", "stop", "cancel"  |
      | onFailure    | "0%"       | "continue", "stop", "cancel"  |
      | onFailure    | "never"    | "continue", "stop", "cancel"  |
      | limits       | {"db":0}   | whole numbers, 1 or more      |
      | limits       | {"db":1.5} | whole numbers, 1 or more      |
      | order        | "random"   | one of "cost"                 |
      | maxParalel   | 4          | no such option (did you mean maxParallel?) |

  Scenario: Every bad option is named in one message
    Given 3 leaves that pass the gate
    When execute is called with maxParallel of 0 and retries of -1
    Then the call is refused: maxParallel, expected a whole number from 1 to, got 0
    And the call is refused: retries, expected a whole number, 0 or more, got -1

  Scenario: A task that is not there is refused by name
    Given 3 leaves that pass the gate
    When execute is called with task of "no/such/module.mjs"
    Then the call is refused: task, expected the path or URL of a module, got "

  Scenario Outline: A cap of <value> is refused while the run is under way, and changes nothing
    Given 4 leaves that wait at the gate
    When it is executed with maxParallel 2
    And 2 are inside the gate and no more come in
    And maxParallel cannot be set to <value>
    Then the call is refused: maxParallel, expected a whole number from 1 to, got <value>
    And 2 are inside the gate and no more come in
    When the gate opens
    Then the run has succeeded

    Examples:
      | value |
      | 0     |
      | NaN   |

  Scenario Outline: mapParallel refuses <option> of <value> by name
    When mapParallel is called with <option> of <value>
    Then the call is refused: <option>, expected <expected>, got <value>

    Examples:
      | option      | value | expected                     |
      | maxParallel | 0     | a whole number from 1 to     |
      | maxParallel | -1    | a whole number from 1 to     |
      | maxParallel | 2.5   | a whole number from 1 to     |
      | maxParallel | NaN   | a whole number from 1 to     |
      | onFailure   | 0     | "continue", "stop", "cancel" |
