// Bounds what a frame tells of the elements that are called by given words.

/** The most elements that are told of those that fit, and of those that nearly do. */
export const MAX_NAMED = 20;
export const MAX_NEAREST = 5;

/** The longest description of one, in UTF-16 units. */
export const MAX_NAMED_WORDS = 400;
