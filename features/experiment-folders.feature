Feature: Trials that leave each other alone
  Each attempt may have a folder of its own, so that no trial finds what another did. And what must be the same for all is
  watched: a trial under which it was changed does not count. Here one/with/2 is the second replication of the case one
  with the arm with.

  Background:
    Given the cases one and two
    And the arms a and b

  Rule: Each attempt has its own folder, and nothing of it is left

    Scenario Outline: Nobody finds what another wrote, and the score finds what the trial wrote (<kind>)
      Given each attempt has a <kind> of a folder
      And each trial uses its folder, then waits at the gate
      And trial one/b/1 uses its folder, then fails once
      And its score looks into the folder of the trial
      When the experiment begins with maxParallel 3, retries 1 and backoffMs 0
      And one/a/1, two/a/1 and two/b/1 are inside the gate and no more come in
      And the gate opens
      Then the experiment has succeeded
      And each of the 5 attempts found a folder of its own, as it was
      And its figures are
        | arm | dimension | n | mean |
        | a   | passed    | 2 | 1    |
        | b   | passed    | 2 | 1    |
      And the folder they were made of is as it was
      And nothing is left of their folders

      Examples:
        | kind     |
        | copy     |
        | worktree |

    Scenario Outline: A folder goes with its attempt, and nothing is left when all is cancelled (<kind>)
      Given each attempt has a <kind> of a folder
      And each trial uses its folder, then waits at the gate
      When the experiment begins
      And trial one/a/1 may go on
      And one/b/1 is inside the gate and no more come in
      Then the folder of one/a/1 is gone
      And the folder of one/b/1 is still there
      When cancel() is called
      Then the experiment was cancelled
      And the folder they were made of is as it was
      And nothing is left of their folders

      Examples:
        | kind     |
        | copy     |
        | worktree |

    Scenario Outline: What a killed one left is removed by the next to start (<kind>)
      Given each attempt has a <kind> of a folder
      And each trial uses its folder
      And trial one/b/1 uses its folder, then waits for a word
      And all processes have one temporary folder
      When the command line runs the experiment with --no-ledger
      And one/b/1 has come to wait
      And it is killed
      Then the folder of one/b/1 is still there
      Given trial one/b/1 uses its folder
      When the experiment is run
      Then the experiment has succeeded
      And nothing is left of their folders

      Examples:
        | kind     |
        | copy     |
        | worktree |

    Scenario Outline: Folders are kept on request (<kind>, <which>)
      Given each attempt has a <kind> of a folder, which is kept <which>
      And each trial uses its folder
      And trial two/a/1 uses its folder, then fails
      When the experiment is run
      Then the experiment has failed
      And the folders of <kept> are kept, and no others
      And the folder they were made of is as it was

      Examples:
        | kind     | which           | kept                                  |
        | copy     | always          | one/a/1, one/b/1, two/a/1 and two/b/1 |
        | copy     | where it failed | two/a/1                               |
        | worktree | where it failed | two/a/1                               |

    Scenario Outline: A trial that removes its own folder ends as any other (<kind>)
      Given each attempt has a <kind> of a folder, which is kept always
      And each trial uses its folder
      And trial two/a/1 removes its folder
      When the experiment is run
      Then the experiment has succeeded
      And the folders of one/a/1, one/b/1 and two/b/1 are kept, and no others

      Examples:
        | kind     |
        | copy     |
        | worktree |

    Scenario: A worktree of the user's own that is away for a while is not forgotten
      Given each attempt has a worktree of a folder
      And a worktree of somebody else is away
      And each trial uses its folder
      When the experiment is run
      Then the experiment has succeeded
      And the worktree of somebody else can be used again

    Scenario: What is recorded is not copied, so that no trial can read what is expected
      Given each attempt has a copy of the project itself
      And each case expects the-answer
      And each trial uses its folder
      When the experiment is run with ledger true
      Then the experiment has succeeded
      And each attempt found text.txt alone

    Scenario: A folder that is no repository has no worktrees
      Given each attempt has a worktree of a folder that is no repository
      When the experiment is run
      Then the call is refused: isolation.worktree, expected a git repository that has "HEAD", got /
      And nothing was run

  Rule: A trial under which something was changed does not count

    Scenario Outline: <what> is changed
      Given <given>
      And each trial waits at the gate
      When the experiment begins
      And trial one/a/1 may go on
      And trial one/b/1 may go on
      And trial two/b/1 may go on
      And two/a/1 is inside the gate and no more come in
      And <what> is edited by somebody
      And the gate opens
      Then the experiment has succeeded
      And its excluded trials are two/a/1, since <said> changed while the experiment ran
      And its coverage is
        | arm | scored | interfered |
        | a   | 1      | 1          |
        | b   | 2      | 0          |
      And its comparisons are
        | pairs | did-not-succeed | interfered |
        | 1     | 0               | 1          |

      Examples:
        | what                           | given                                | said                                     |
        | the module of the task         | its score stands in a module         | the task                                 |
        | a module that the task imports | its score stands in a module         | the task                                 |
        | the module of the score        | its score stands in a module         | the score                                |
        | the folder that is copied      | each attempt has a copy of a folder  | the folder that is copied for each trial |
        | that file                      | a file that must not change          | guide.md                                 |

    Scenario: A change that is taken back counts for those that ran meanwhile, and no more
      Given a file that must not change
      And each trial waits at the gate
      When the experiment begins
      And trial one/a/1 may go on
      And one/b/1 is inside the gate and no more come in
      And that file is edited by somebody
      And trial one/b/1 may go on
      And two/b/1 is inside the gate and no more come in
      And that file is set back
      And the gate opens
      Then the experiment has succeeded
      And its excluded trials are one/b/1 and two/b/1, since guide.md changed

    Scenario: A file that is written with what it held was not changed
      Given a file that must not change
      And each trial waits at the gate
      When the experiment begins
      And one/a/1 is inside the gate and no more come in
      And that file is written with what it holds
      And the gate opens
      Then the experiment has succeeded
      And 4 of 4 trials count

    Scenario Outline: Nor can it go on when <what> (replications <times>)
      Given <given>
      When the experiment is run with ledger true
      And <what>
      And the experiment is resumed with replications <times>
      Then resuming the experiment is refused: <field>
      And nothing was run

      Examples:
        | given                               | what                                            | field     | times |
        | each attempt has a copy of a folder | the folder that is copied is edited by somebody | isolation | 1     |
        | each attempt has a copy of a folder | no attempt has a folder any more                | isolation | 1     |
        | each attempt has a copy of a folder | no attempt has a folder any more                | isolation | 2     |
        | a file that must not change         | that file is edited by somebody                 | unchanged | 1     |
