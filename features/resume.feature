Feature: Going on with a recorded run
  What happens in a run is recorded as it happens. Resuming keeps what is done and runs the rest. How fast it runs and how
  long it may take can differ; what decides the results must be as it was, and nothing overrides that.

  Rule: What is done is kept; what failed or is missing runs

    Scenario: A leaf that failed runs again, and nothing that is done
      Given a recorded run of 4 parts in which part 2 failed
      When part 2 is mended and the run is resumed
      Then the resumed run has succeeded
      And only part 2 and the rollup above it have run
      And its result is of all 4 parts

    Scenario: A kill loses nothing that was told
      Given a project of 30 parts
      And a run of it that was killed when 5 leaves were told as done
      When the run is resumed
      Then the resumed run has succeeded
      And none that was told as done has run again
      And its result is of all 30 parts

  Rule: How fast and how long may differ, and is recorded

    Scenario: Fewer at once
      Given a recorded run of 4 parts in which part 2 failed, with maxParallel 4
      When part 2 is mended and the run is resumed with maxParallel 2
      Then the resumed run has succeeded
      And no more than 2 may run at once
      And its history says that maxParallel was 4 and is 2

    Scenario: A longer timeout
      Given a recorded run of 4 parts in which part 2 failed, with timeoutMs 60000
      When part 2 is mended and the run is resumed with timeoutMs 120000
      Then the resumed run has succeeded
      And its history says that timeoutMs was 60000 and is 120000

    Scenario: The history grows with each resume
      Given a recorded run of 4 parts in which part 2 failed, with maxParallel 4
      When the run is resumed with maxParallel 3
      And the run is resumed with maxParallel 2
      Then the resumed run has failed
      And its history says that maxParallel was 3 and is 2
      And its history has 3 entries, each with its time and version

  Rule: What decides the results must be the same

    Background:
      Given a recorded run of 4 parts in which part 2 failed

    Scenario Outline: Another <option> is refused by name, with both values
      When part 2 is mended and the run is resumed with <option> <now>
      Then resuming is refused: <option> was <before> and is <now>
      And nothing has run, and the ledger is as it was

      Examples:
        | option   | before  | now    |
        | minFiles | 5       | 2      |
        | seed     | 1       | 8      |
        | goal     | nothing | "tidy" |

    Scenario: Another task is refused by name
      When its task is edited and the run is resumed
      Then resuming is refused: the task is not as it was
      And nothing has run, and the ledger is as it was

    Scenario: All that differs is told at once
      When part 2 is mended and the run is resumed with minFiles 2, maxParallel 1 and seed 8
      Then resuming is refused: minFiles was 5 and is 2
      And resuming is refused: seed was 1 and is 8
      And nothing has run, and the ledger is as it was

  Rule: A run has one owner, and a record that cannot be trusted is not used

    Scenario: A second owner is refused while the first lives, and no longer
      Given a project of 4 parts
      And a run of it in another process, whose leaves wait
      When the run is resumed
      Then resuming is refused, and the message names the other process
      When the other process is killed
      And the run is resumed
      Then the resumed run has succeeded
      And its result is of all 4 parts

    Scenario: A ledger that was edited by hand is refused, and left as it is
      Given a recorded run of 4 parts in which part 2 failed
      And its ledger was edited by hand
      When part 2 is mended and the run is resumed
      Then resuming is refused, since the ledger is not as it was written
      And nothing has run, and the ledger is as it was

    Scenario: A ledger of a newer version is refused, and left as it is
      Given a recorded run of 4 parts in which part 2 failed
      And its ledger is of a newer version
      When part 2 is mended and the run is resumed
      Then resuming is refused, since the ledger is of another version
      And nothing has run, and the ledger is as it was
