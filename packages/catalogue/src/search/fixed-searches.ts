/** The searches of the four health concerns (specification, section 2.1). */
export const concernSearches = ['Diabetes', 'Heart', 'Fever', 'Energy Fatigue'] as const

/** The searches that the landing page offers as examples. */
export const exampleSearches = ['Thyroid', 'Diabetes', 'Vitamin D', 'Fever'] as const
