# The constants that are there without any `require`.
puts Object.constants
