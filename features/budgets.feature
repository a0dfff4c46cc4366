Feature: Budgets that hold
  A run may be given tokens, money or time. It warns before they are used up; then nothing more starts, what is done is kept
  and rolled up, and the run can be resumed with more.

  Rule: A warning first, then an end

    Scenario: A warning is given once, before the end, and holds up nothing
      Given the plan
        """
        project
          a (waits)
          b (waits)
          c (waits)
        """
      When it is executed with maxParallel 1, order plan and budget {"tokens":100}
      And a is inside the gate and no more come in
      And a is let go, having spent 30 tokens
      And b is inside the gate and no more come in
      And b is let go, having spent 30 tokens
      And c is inside the gate and no more come in
      And c is let go, having spent 30 tokens
      Then the run has succeeded
      And a warning was given at 90 of 100 tokens, and only once
      And no budget was used up
      And project has spent 90 tokens

    Scenario Outline: When the <name> are used up nothing more starts, running leaves end, and what is done is rolled up
      Given the plan
        """
        project
          left
            a (waits)
            b (waits)
          right
            c (waits)
            d (waits)
        """
      And branches are rolled up by a module
      When it is executed with maxParallel 2, order plan and budget <budget>
      And a and b are inside the gate and no more come in
      And a is let go, having spent 100 <name>
      Then b is inside the gate and no more come in
      When the gate opens
      Then the run was stopped
      And the budget of <name> was used up
      And the leaves ended as follows
        | leaves | outcome        | attempts |
        | a, b   | succeeded      | 1        |
        | c, d   | budget-stopped | 0        |
      And the branches ended as follows
        | branches | outcome        | attempts |
        | project  | succeeded      | 1        |
        | left     | succeeded      | 1        |
        | right    | budget-stopped | 0        |
      And the value of project is ["a","b"]
      And project has succeeded and covers 2 of 4 leaves; missing: c, d

      Examples:
        | name   | budget         |
        | tokens | {"tokens":100} |
        | usd    | {"usd":100}    |

    Scenario: What would not fit is not begun
      Given the plan
        """
        project
          a (waits)
          b (waits)
          c (waits)
        """
      When it is executed with maxParallel 3 and budget {"tokens":100,"perAttempt":{"tokens":40}}
      Then a and b are inside the gate and no more come in
      When a is let go, having spent 10 tokens
      Then b and c are inside the gate and no more come in
      When the gate opens
      Then the run has succeeded
      And no budget was used up

    Scenario: A leaf that would run for ever is ended when the time is over
      Given the plan
        """
        project
          a (passes)
          b (waits)
          c (waits)
        """
      When it is executed with maxParallel 2, order plan and budget {"timeMs":2000}
      Then the run was stopped
      And the budget of time was used up
      And the leaves ended as follows
        | leaves | outcome        | attempts |
        | a      | succeeded      | 1        |
        | b, c   | budget-stopped | 1        |
      And project has succeeded and covers 1 of 3 leaves; missing: b, c
      And no thread is left

    Scenario: So is a command, with all it has started
      Given the plan
        """
        project
          a (starts-another)
          b (starts-another)
        """
      And the command
        """
        sh ../agent.sh {label}
        """
      When it is executed with maxParallel 2, graceMs 500 and budget {"timeMs":4000}
      And a and b are there
      And a and b are there too
      Then the run was stopped
      And the budget of time was used up
      And none of its 4 processes is left

  Rule: What is spent is known

    Scenario: Spending is rolled up the tree, of attempts that failed as well
      Given the plan
        """
        project
          left
            a (spends 5, and fails once)
            b (waits)
          c (waits)
        """
      When it is executed with maxParallel 3, retries 1 and backoffMs 1
      And b and c are inside the gate and no more come in
      And b is told to fail, having spent 7 tokens
      And b and c are inside the gate
      And b is told to fail, having spent 8 tokens
      And the gate opens
      Then the run has failed
      And a has spent 10 tokens
      And b has spent 15 tokens
      And left has spent 25 tokens
      And project has spent 25 tokens
      And c has spent nothing

    Scenario: A command says what it spent in its JSON, and in a file
      Given the plan
        """
        project
          a
          b
        """
      And the command
        """
        sh -c 'echo "{\"searches\": 2}" >> "$SUBPLAN_USAGE"; echo "{\"searches\": 1}" >> "$SUBPLAN_USAGE"; echo "{\"cost\": {\"usd\": 0.25}, \"in\": 30, \"out\": 12}"'
        """
      When it is run with --spend usd=cost.usd,tokens=in+out
      Then the run has succeeded
      And a has spent 0.25 usd
      And a has spent 42 tokens
      And a has spent 3 searches
      And project has spent 0.5 usd
      And project has spent 84 tokens

    Scenario: A command that fails has spent all the same
      Given the plan
        """
        project
          a
          b
        """
      And the command
        """
        sh -c 'echo "{\"tokens\": 9}" >> "$SUBPLAN_USAGE"; exit 1'
        """
      When it is executed with maxParallel 1, retries 1 and backoffMs 1
      Then the run has failed
      And a has spent 18 tokens
      And project has spent 36 tokens

  Rule: A run that was stopped goes on with more

    Scenario: By the command line, with exit code 3 first and 0 then
      Given the plan
        """
        project
          a
          b
          c
          d
        """
      And the command
        """
        sh ../agent.sh spends-100
        """
      When it is run with -j 1 --order plan --budget-tokens 200
      Then the run was stopped
      And the exit code is 3
      And the leaves ended as follows
        | leaves | outcome        | attempts |
        | a, b   | succeeded      | 1        |
        | c, d   | budget-stopped | 0        |
      And only a and b were run
      And the terminal says: --resume
      When it is resumed
      Then the run was stopped
      And the exit code is 3
      And nothing was run
      When it is resumed with --budget-tokens 400
      Then the run has succeeded
      And the exit code is 0
      And only c and d were run
      And project has succeeded and covers 4 of 4 leaves
      And project has spent 400 tokens
