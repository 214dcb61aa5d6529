/** Tries of the code of a booking on one day: there are ten thousand codes */
export const visitCodeTriesADay = 5
