Feature: Commands as tasks
  Any program can be the task: one process for each attempt, told of its leaf by words, variables and standard input. What
  it prints is the value, and nothing of it is left when its leaf has settled.

  Rule: A command is run for each leaf, and told what it needs

    Scenario: Each attempt is a process of its own, and no thread is started
      Given the plan
        """
        project
          a
          b
          c
        """
      And the command
        """
        sh ../agent.sh waits
        """
      When it is executed with maxParallel 2
      And a and b are there
      Then there are 2 processes, and no thread
      When the command of a may end
      And c is there
      And the command of b may end
      And the command of c may end
      Then the run has succeeded
      And the leaves ended as follows
        | leaves  | outcome   | attempts |
        | a, b, c | succeeded | 1        |
      And the value of c is "c"
      And each of a, b and c was run once
      And the most that ran at once were 2
      And none of its 3 processes is left

    Scenario: Words are split as a shell would split them, and no shell runs them
      Given the plan
        """
        project
          a
          b
        """
      And the command
        """
        printf '%s|' "two words" it"'"s' one' a\ b $HOME * {label} ; touch pwned
        """
      When it is executed with maxParallel 2
      Then the run has succeeded
      And the value of a is "two words|it's one|a b|$HOME|*|a|;|touch|pwned|"
      And there is no file pwned

    Scenario Outline: The name of a file injects nothing <how>
      Given the plan
        """
        project
          $(touch pwned)
          ;touch pwned;'"`touch pwned`
          -rf
        """
      And the command
        """
        <command>
        """
      And <who> runs it
      When it is executed with maxParallel 3
      Then the run has succeeded
      And the values of the leaves are their files
      And there is no file pwned

      Examples:
        | how                    | who      | command                       |
        | as a word              | no shell | printf '%s' {files}           |
        | with a shell           | a shell  | printf '%s' {files} && true   |
        | in quotes, with one    | a shell  | printf '%s' "{files}" && true |
        | by its label, with one | a shell  | printf '%s' {label} && true   |

    Scenario: Nor does it on the command line
      Given the plan
        """
        project
          $(touch pwned)
          ;touch pwned;'"`touch pwned`
          -rf
        """
      And the command
        """
        printf '%s' {files} && true
        """
      When it is run with --shell
      Then the run has succeeded
      And the values of the leaves are their files
      And there is no file pwned

    Scenario: Placeholders stand for what is the leaf's
      Given the plan
        """
        project
          a
          b
        """
      And the goal "tidy {files} up"
      And the command
        """
        printf '%s\n' {label} {files} {goal} {id} {root} --at={root}
        """
      When it is run
      Then the run has succeeded
      And the output of a is: its label, its files, "tidy {files} up", its id, the folder, --at= and the folder

    Scenario: The leaf stands on standard input as JSON, and in variables
      Given the plan
        """
        project
          a
          b
        """
      And the goal "tidy up"
      And the command
        """
        node ../told.mjs
        """
      And its output is read as json
      When it is run
      Then the run has succeeded
      And a was told of itself on standard input and by variables

    Scenario: More files than an argument list takes go through a file
      Given a leaf of 40000 files with long names
      And the command
        """
        sh -c 'tr "\0" "\n" < "${1#@}" | tail -n 1; tr -cd "\0" < "${1#@}" | wc -c; echo $#' sh {files}
        """
      When it is executed with maxParallel 1
      Then the run has succeeded
      And its value is the last of them, 40000 names, and one word

    Scenario: A command gets no more variables than it is allowed
      Given the plan
        """
        project
          a
          b
        """
      And the variable AGENT_MODE is careful
      And the variable OTHER is secret
      And the command
        """
        sh -c 'echo "$AGENT_MODE/$OTHER/${PATH:+path}/$SUBPLAN_LABEL"'
        """
      When it is run with --env AGENT_*
      Then the run has succeeded
      And the value of a is "careful//path/a"

  Rule: What it prints is its value

    Scenario Outline: Standard output is read as <format>
      Given the plan
        """
        project
          a
          b
        """
      And the command
        """
        printf '<printed>'
        """
      And its output is read as <format>
      When it is executed with maxParallel 2
      Then the run has succeeded
      And the value of a is <value>

      Examples:
        | format | printed                     | value             |
        | text   | one\\n\\ntwo\\n             | "one\\n\\ntwo"    |
        | json   | {"n": [1, 2]}\\n            | {"n":[1,2]}       |
        | ndjson | {"n": 1}\\n\\n{"n": 2}\\n   | [{"n":1},{"n":2}] |

    Scenario Outline: What is not <format> is a failure that says where
      Given the plan
        """
        project
          a
          b
        """
      And the command
        """
        printf '<printed>'
        """
      And its output is read as <format>
      When it is executed with maxParallel 2
      Then the run has failed
      And a says invalid-output: <said>
      And a is told what to do next: Correct the command or its output setting

      Examples:
        | format | printed         | said                             |
        | json   | sure: {"n": 1}  | see position 0                   |
        | json   | {"n":           | it stops too early               |
        | ndjson | {"n": 1}\\nsure! | line 2 of its standard output is |

    Scenario Outline: A schema checks it (<format>)
      Given the plan
        """
        project
          a
          b
        """
      And the command
        """
        printf '<printed>' {label}
        """
      And its output is read as <format>
      And its value must be <schema>
      When it is executed with maxParallel 2
      Then the run has failed
      And the leaves ended as follows
        | leaves | outcome   | attempts |
        | a      | succeeded | 1        |
        | b      | failed    | 1        |
      And b says invalid-output: <said>

      Examples:
        | format | printed         | schema                  | said    |
        | json   | {"name":"%s"}   | an object that names a  | name    |
        | ndjson | {"name":"%s"}\\n | a list of such objects  | 0.name  |

    Scenario: What it says on standard error are logs with the leaf's label
      Given the plan
        """
        project
          a
          b
        """
      And the command
        """
        sh -c 'echo "reads $1" >&2; printf "writes $1" >&2' sh {label}
        """
      When it is run
      Then the run has succeeded
      And the log of a is
        """
        a | reads a
        a | writes a
        """
      And the terminal says: b | reads b
      And the terminal says: a | writes a

    Scenario: A large output is kept whole on disk
      Given the plan
        """
        project
          a
          b
        """
      And the command
        """
        sh -c 'seq 300000 >&1'
        """
      When it is executed with maxParallel 2
      Then the run has succeeded
      And the value of a names a file with the numbers from 1 to 300000

    Scenario: Branches are rolled up by a command
      Given the plan
        """
        project
          left
            a
            b
          c
        """
      And the command
        """
        printf %s {label}
        """
      When it is run with --rollup-exec 'node ../joined.mjs'
      Then the run has succeeded
      And the value of left is "left(a b)"
      And the value of project is "project(left(a b) c)"

  Rule: How it ends is said, with what to do next

    Scenario Outline: A command that <ends> has failed
      Given the plan
        """
        project
          a
          b
        """
      And the command
        """
        <command>
        """
      When it is executed with maxParallel 2
      Then the run has failed
      And a says <code>: <said>
      And a is told what to do next: <next>

      Examples:
        | ends                  | command                       | code                | said                                     | next                                    |
        | exits with 3          | sh -c 'echo no key >&2;exit 3' | command-failed      | exit code 3: no key                      | run it by hand with the same words      |
        | says nothing          | false                         | command-failed      | exit code 1, and said nothing            | run it by hand with the same words      |
        | crashes               | sh -c 'kill -SEGV $$'         | command-killed      | was ended by SIGSEGV                     | what made it crash                      |
        | runs out of memory    | sh -c 'kill -KILL $$'         | command-killed      | SIGKILL, perhaps because memory ran out  | lower maxParallel                       |
        | is not installed      | no-such-agent -p              | command-not-started | "no-such-agent" was not found            | Install it                              |
        | needs what is missing | sh -c 'no-such-agent'         | command-not-started | exit code 127                            | Install what is missing                 |

  Rule: Nothing of it is left

    Scenario: A time-out ends a grandchild, one that ignores SIGTERM, and one that left its group
      Given the plan
        """
        project
          a (starts-another)
          b (ignores-sigterm)
          c (leaves-the-group)
        """
      And the command
        """
        sh ../agent.sh {label}
        """
      When it is executed with maxParallel 3, timeoutMs 5000 and graceMs 200
      And a, b and c are there
      And a and c are there too
      Then the run has failed
      And the leaves ended as follows
        | leaves  | outcome   | attempts |
        | a, b, c | timed-out | 1        |
      And none of its 5 processes is left

    Scenario: So does cancelling the run
      Given the plan
        """
        project
          a (starts-another)
          b (ignores-sigterm)
          c (leaves-the-group)
        """
      And the command
        """
        sh ../agent.sh {label}
        """
      When it is executed with maxParallel 3 and graceMs 200
      And a, b and c are there
      And a and c are there too
      And cancel() is called
      Then the run was cancelled
      And the leaves ended as follows
        | leaves  | outcome   | attempts |
        | a, b, c | cancelled | 1        |
      And none of its 5 processes is left

    Scenario: Cancelling one leaf ends its processes, and no others
      Given the plan
        """
        project
          a
          b
        """
      And the command
        """
        sh ../agent.sh waits
        """
      When it is executed with maxParallel 2
      And a and b are there
      And leaf a is cancelled
      And a has settled
      Then there is 1 process, and no thread
      When the command of b may end
      Then the leaves ended as follows
        | leaves | outcome   | attempts |
        | a      | cancelled | 1        |
        | b      | succeeded | 1        |

    Scenario: What outlives a killed run is ended before its leaf runs again
      Given the plan
        """
        project
          a
          b
        """
      And the command
        """
        sh ../agent.sh is-alone
        """
      When it begins to run with -j 2
      And a and b are there
      And it is killed
      Then there are 2 processes, and no thread
      When it is resumed
      And a and b are there
      Then there are 2 processes, and no thread
      When the command of a may end
      And the command of b may end
      Then the run has succeeded
      And the exit code is 0
      And the terminal says: 2 processes were still running from before, and ended
      And none of its 4 processes is left

    Scenario: So is what left its group, and has no parent any more
      Given the plan
        """
        project
          a
          b
        """
      And the command
        """
        sh ../agent.sh leaves-one-behind
        """
      When it begins to run with -j 2
      And a and b are there
      And a and b are there too
      And it is killed
      Then there are 4 processes, and no thread
      When it is resumed
      And a and b are there
      Then there are 2 processes, and no thread
      When the command of a may end
      And the command of b may end
      Then the run has succeeded
      And the exit code is 0
      And the terminal says: 4 processes were still running from before, and ended
      And none of its 6 processes is left

  Rule: Keys are kept from everything that is written or shown

    Scenario Outline: A key that is printed to <where> reaches neither ledger nor events nor report nor terminal
      Given the plan
        """
        project
          a
          b
        """
      And the variable MY_API_KEY is correct-horse-battery
      And the file ../keys
        """
        sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789
        """
      And the command
        """
        sh -c '<command>'
        """
      When it is run with <flags>
      Then the run has <ended>
      And neither correct-horse-battery nor abcdefghijklmnop is found anywhere
      And [redacted] is found instead

      Examples:
        | where              | ended     | flags         | command                                            |
        | standard output    | succeeded | -v            | cat ../keys; echo "it is $MY_API_KEY"              |
        | standard error     | succeeded | -v            | (cat ../keys; echo "it is $MY_API_KEY") >&2        |
        | both, in pieces    | failed    | -v            | for i in k-ant-api03-abcdefgh ijklmnopqrstuvwxyz0123456789; do [ $i = k-ant-api03-abcdefgh ] && printf s; printf %s $i; sleep 0.1; done; printf correct-horse- >&2; sleep 0.1; echo battery >&2; exit 1 |
