export const renewHold = { failed: 'Could not hold your time longer', fallback: 'Please try again.' }
