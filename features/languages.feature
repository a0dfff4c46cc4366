Feature: Plans follow the imports of many languages
  Leaves are made of files that need each other, in whatever language they say so, and a language that cannot be read is
  never passed over in silence.

  Scenario Outline: A project in <language> is split along its imports: <by>
    Given two features of 8 files each in <language>, mixed in the same folders, tied by <by>
    When the folder is decomposed along its imports
    Then there is more than one leaf
    And no leaf mixes the features
    And no import of it is missing

    Examples:
      | language   | by                                |
      | TypeScript | relative imports                  |
      | Python     | absolute imports                  |
      | C          | quoted includes                   |
      | Rust       | use of the crate's modules        |
      | Rust       | paths without use                 |
      | Java       | imports of classes                |
      | Java       | static imports                    |
      | Java       | classes of the same package       |
      | Kotlin     | imports of functions              |
      | Kotlin     | imports with wildcards            |
      | C#         | using of namespaces               |
      | C#         | types of the same namespace       |
      | Ruby       | require from lib                  |
      | Ruby       | require_relative                  |
      | Ruby       | constants, loaded by convention   |
      | PHP        | use of classes by PSR-4           |
      | PHP        | require of files                  |
      | PHP        | classes of the same namespace     |

  Scenario: Java and Kotlin of one project see each other
    Given a Java class that imports a Kotlin one, and a Kotlin one that imports a Java one
    When the folder is decomposed
    Then each of the two imports is resolved

  Scenario: A crate of a workspace is found by its name
    Given two crates in a workspace, of which one uses the other
    When the folder is decomposed
    Then the import leads to "crates/base/src/lib.rs"

  Scenario: A project whose main language is not read is told so
    Given 12 files of Swift and one of TypeScript
    When the folder is decomposed
    Then the measures say that imports of "swift" are not read, for 12 files

  Scenario: Nothing is said where all imports are read
    Given two features of 8 files each in Rust, mixed in the same folders, tied by use of the crate's modules
    When the folder is decomposed
    Then the measures name no language that is not read
