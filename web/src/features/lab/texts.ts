export const advanceStatus = {
  succeeded: 'Booking status updated successfully',
  failed: 'Error - Failed to update booking status',
}

export const exportBookings = {
  label: 'Export',
  ready: 'Export ready',
  saved: (count: number) => (count === 1 ? '1 booking saved' : `${count} bookings saved`),
  failed: 'Failed to export bookings',
}
