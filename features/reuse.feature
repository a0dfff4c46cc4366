Feature: Using results again
  With reuse, a leaf that is what it was takes its value from an earlier run, and so does a branch above nothing else. The
  plan stays close to the earlier one, so a small edit leaves nearly everything as it was.

  Rule: Only what changed runs

    Background:
      Given a project of 40 parts
      And it was run and recorded

    Scenario: Where nothing changed, nothing runs
      When it is run again with reuse
      Then nothing has run
      And 40 leaves were reused
      And its result is of 200 files

    Scenario: One edit of 200 files runs one leaf, and the rollups above it
      When a file of part 7 is edited and it is run again with reuse
      Then only part 7 and the rollups above it have run
      And there are 2 rollups above part 7
      And 39 leaves were reused
      And its result is of 200 files

    Scenario: A new file runs the leaf it joins, and moves no other
      When a file of part 7 gives way to a new one and it is run again with reuse
      Then one file is new, one is gone and no other has changed leaf
      And only part 7 and the rollups above it have run
      And its result is of 200 files

    Scenario: Another task runs everything anew
      When its task is edited and it is run again with reuse
      Then no leaf was reused

  Rule: What a task wrote is its own

    Scenario: A task that edits its own files is not reused, also where they are what they were
      Given a project of 3 parts
      And its task edits the files of each leaf
      And it was run and recorded
      When its files are set back and it is run again with reuse
      Then no leaf was reused
