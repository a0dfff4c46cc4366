/** More slots than anyone has use for. The table of slots, which threads share, has a size. */
export const mostSlots = 65_536;
