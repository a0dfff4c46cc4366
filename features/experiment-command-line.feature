Feature: Experiments on the command line
  `subplan experiment run FILE` runs what stands in a YAML or JSON file, shows what came of it as a table, and writes it in
  the formats that others read. It is recorded, so that it can be gone on with, and followed from elsewhere. Here one/a/2 is
  the second replication of the case one with the arm a.

  Background:
    Given the cases one and two
    And the arms a and b

  Rule: A file says all there is to say

    Scenario: YAML is run, shown, and written in every format
      Given each trial */b/* scores 3
      And the experiment is written to experiment.yaml
      When the command line is: subplan experiment run project/experiment.yaml -o all.json -o all.csv -o all.md -o all.xml -o all.ndjson
      Then the exit code is 0
      And its table has the lines
        """
        a comparison: all succeeded
          design     2 cases × 2 arms × 1 replication, arms in turn, seed 1
          counted    4 of 4 trials
          arm  n  mean  sd  lowest  highest
          a    2     1   0       1        1
          b    2     3   0       3        3
          score, b against a: no difference can be claimed with 2 pairs.
        """
      And all.json is the report, with 4 trials
      And all.csv has a row for each of 4 trials
      And all.md says: | b | 2 | 3 | 0 | 3 | 3 |
      And all.xml is JUnit with 4 test cases
      And all.ndjson has all events, from run-started to run-ended

    Scenario: So is JSON, and a failed trial is told by the exit code
      Given trial two/b/1 fails
      And the experiment is written to experiment.json
      When the command line is: subplan experiment run project/experiment.json
      Then the exit code is 1
      And its table has the lines
        """
          counted    3 of 4 trials
          a    2     1   0       1        1
          b    1     1   -       1        1
        """

    Scenario: All that is wrong with a file is told with its line, and nothing is run
      Given the file experiment.yaml
        """
        cases:
          - id: one
            input: 1
          - id: one
            input: 2
        arms: { a: {}, b: {} }
        task: ../trials.mjs
        replications: 1.5
        maxParallel: 0
        colour: red
        """
      When the command line is: subplan experiment run project/experiment.yaml
      Then the exit code is 2
      And the terminal says: project/experiment.yaml:4:5 cases[1].id: expected another id than cases[0] has, got "one"
      And the terminal says: project/experiment.yaml:8:1 replications: expected a whole number from 1
      And the terminal says: project/experiment.yaml:9:1 maxParallel: expected a whole number from 1
      And the terminal says: project/experiment.yaml:10:1 colour: expected one of
      And nothing was run

    Scenario: Also what is no YAML or JSON at all
      Given the file experiment.json
        """
        {
          "cases": [{ "id": "one", "input": 1 }],
          "arms": [{ "name": "a" }
        """
      When the command line is: subplan experiment run project/experiment.json
      Then the exit code is 2
      And the terminal says: project/experiment.json:3:
      And nothing was run

  Rule: What is done is kept

    Scenario: One that was killed goes on with what is missing, one at a time where nothing else is said
      Given trial two/b/1 waits for a word
      When the command line runs the experiment
      And two/b/1 has come to wait
      And it is killed
      Then only one/a/1, one/b/1 and two/b/1 were run
      Given trial two/b/1 scores 1
      When the command line runs the experiment with --resume
      Then the experiment has succeeded
      And only two/a/1 and two/b/1 were run
      And 4 of 4 trials count
      And at most 1 ran at once, of 1 that might

    Scenario: One that a budget has stopped says so by its exit code, and goes on with more of all
      Given each trial spends 40 tokens
      When the command line runs the experiment with --budget-tokens 100
      Then the experiment was stopped
      And the exit code is 3
      And 2 of 4 trials count
      When the command line runs the experiment with --resume --replications 2 --budget-tokens 1000
      Then the experiment has succeeded
      And the exit code is 0
      And only two/a/1, two/b/1, one/a/2, one/b/2, two/a/2 and two/b/2 were run
      And 8 of 8 trials count

    Scenario: Ctrl-C lets a trial end that runs, and what is done counts
      Given trial one/b/1 waits for a word
      When the command line runs the experiment
      And one/b/1 has come to wait
      And it is interrupted by Ctrl-C
      And it is stopping
      And one/b/1 gets its word
      Then the experiment was stopped
      And the exit code is 130
      And 2 of 4 trials count

  Rule: One that runs can be watched from elsewhere

    Scenario: Who watches sees it go on, and ends with it
      Given trial one/b/1 waits for a word
      And trial two/b/1 waits for a word
      When the command line runs the experiment with -j 2
      And one/b/1 has come to wait
      And two/b/1 has come to wait
      And it is watched from elsewhere
      And who watches has seen: a 1/2 · b 0/2 · 2 running
      And one/b/1 gets its word
      And who watches has seen: a 2/2 · b 1/2 · 1 running
      And two/b/1 gets its word
      Then the experiment has succeeded
      And at most 2 ran at once, of 2 that might
      And who watches ends with exit code 0, and last of all saw: counted    4 of 4 trials

    Scenario: Who watches one that is killed is told, and has written nothing
      Given trial one/b/1 waits for a word
      When the command line runs the experiment
      And one/b/1 has come to wait
      And it is watched from elsewhere
      And who watches has seen: a 1/2 · b 0/2 · 1 running
      And it is killed
      Then who watches ends with exit code 0, and last of all saw: it was interrupted
      And nothing was written by who watches
