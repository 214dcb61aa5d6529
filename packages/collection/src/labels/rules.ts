/** The labels of tubes, for the server and the client. */

/** `sheet`: A4 with 24 labels of 70 × 37 mm; `roll`: a page of 50 × 25 mm for each label */
export const labelFormats = ['sheet', 'roll'] as const
export type LabelFormat = (typeof labelFormats)[number]

/** Labels on a sheet */
export const labelsPerSheet = 24

/** Most bookings in one call: as many as a round shows */
export const mostLabelledBookings = 300
