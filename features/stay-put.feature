Feature: Staying close to an earlier plan
  After an edit, only what the edit touches moves: the other subplans keep their ids, so their results can be used again.

  Background:
    Given a project of 8 packages with 12 files each
    And a budget of 5000 tokens
    And it was planned before

  Scenario: An edit of contents moves nothing
    When a file grows a little and it is decomposed with the earlier plan
    Then every subplan has the id and the label it had

  Scenario: A new file goes to what it imports
    When a file is added that imports one of package 3, and it is decomposed with the earlier plan
    Then it stands in a leaf with package 3
    And no other file has moved

  Scenario: A file that is gone leaves the others where they are
    When a file is removed and it is decomposed with the earlier plan
    Then no other file has moved

  Scenario: A tighter budget comes before staying
    Given a budget of 2500 tokens
    When it is decomposed with the earlier plan
    Then no leaf has more than 2500 tokens
    And no branch fits the budget
