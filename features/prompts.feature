Feature: Prompts, and looking at a run before it costs anything
  A template becomes the prompt of each leaf. A dry run says what would be run, how much there is to read and what that
  costs; it runs nothing and leaves nothing behind.

  Rule: A template becomes the prompt of each leaf

    Background:
      Given the plan
        """
        project
          left
            a (weighs much) imports c
            b
          c (is small)
        """
      And the goal "find {files} leaks"
      And the file ../review.md
        """
        Goal: {goal}
        Where: {lineage}
        Beside: {siblings}
        Files:
        {files}
        Also look at:
        {context}
        Notes: {agents}
        {unknown} stays
        """
      And the file AGENTS.md
        """
        be careful
        """

    Scenario Outline: It reaches the command <how>
      Given the command
        """
        <command>
        """
      When it is run with --prompt review.md
      Then the run has succeeded
      And the output of a is
        """
        Goal: find {files} leaks
        Where: project › left › a (weighs much)
        Beside: - b
        Files:
        - a (weighs much)
        Also look at:
        - c (is small)
        Notes: be careful
        {unknown} stays
        """

      Examples:
        | how                                     | command            |
        | as a word                               | printf %s {prompt} |
        | on standard input, where no word has it | cat                |

    Scenario: By the library, from its text
      Given the command
        """
        cat
        """
      And its prompt is: {label} in {root}
      When it is executed with maxParallel 3
      Then the run has succeeded
      And the value of b is in the folder, after: b in

    Scenario: A prompt that is too long for a word is a failure that says what to do
      Given the command
        """
        printf %s {prompt}
        """
      And its prompt is very long
      When it is executed with maxParallel 3
      Then the run has failed
      And a says command-not-started: more than a word of a command may have
      And a is told what to do next: Hand it over on standard input

  Rule: The notes for agents are those nearest to the files

    Scenario: A folder's own come before the project's
      Given a plan of the leaves docs and lib/core, in folders of those names
      And the file AGENTS.md
        """
        of the project
        """
      And the file lib/AGENTS.md
        """
        of the library
        """
      And the command
        """
        cat
        """
      And its prompt is: {agents}
      When it is executed with maxParallel 2
      Then the run has succeeded
      And the value of docs is "of the project"
      And the value of lib/core is "of the library"

  Rule: A dry run shows all and does nothing

    Background:
      Given the plan
        """
        project
          a (is large) weighs 3000
          b (is small) weighs 1000
        """
      And the goal "tidy up"
      And the command
        """
        sh ../agent.sh names {files} {goal}
        """

    Scenario: It prints the words of each leaf, its tokens and its cost
      When it is looked at with --usd-per-mtok 100
      Then the exit code is 0
      And it prints
        """
        a (is large) <id>, 1 file, about 3,000 tokens, about $0.30
          sh ../agent.sh names 'a (is large)' 'tidy up'
        b (is small) <id>, 1 file, about 1,000 tokens, about $0.10
          sh ../agent.sh names 'b (is small)' 'tidy up'
        nothing was run: 2 leaves: about 4,000 tokens to read, about $0.40
        """
      And nothing was run
      And nothing was left behind

    Scenario: It shows the whole prompt where it is asked for
      Given the file ../review.md
        """
        Please {goal}:
        {files}
        """
      And the command
        """
        sh ../agent.sh names
        """
      When it is looked at with --prompt review.md -v
      Then the exit code is 0
      And it prints a line: Please tidy up:
      And it prints a line: - a (is large)
      And nothing was run
      And nothing was left behind

    Scenario: As JSON it says the same to programs
      When it is looked at with --usd-per-mtok 100 --json
      Then the exit code is 0
      And it prints JSON with 4000 tokens, 0.4 usd, and for each leaf its words, tokens and usd
      And nothing was run
      And nothing was left behind

    Scenario: Keys are not shown
      Given the variable MY_API_KEY is correct-horse-battery
      And the command
        """
        sh ../agent.sh names correct-horse-battery
        """
      When it is looked at with -v
      Then the exit code is 0
      And it prints a line: sh ../agent.sh names '[redacted]'
      And nothing was run

    Scenario: It is told when a command could not be started
      Given the command
        """
        printf %s {prompt}
        """
      And a template ../long.md that is very long
      When it is looked at with --prompt long.md
      Then it prints a line: cannot be started: the prompt has
      And nothing was left behind
