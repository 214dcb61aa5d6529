export const automatic = {
  title: 'Automatic assignment',
  state: (cities: number) =>
    `Automatic assignment: ${cities === 0 ? 'off' : `on in ${cities} ${cities === 1 ? 'city' : 'cities'}`}`,
  description:
    'New bookings go to the lab that fits best. A lab that does not confirm within 30 minutes (instant: 5) is warned, then the next lab gets the booking, then you are called.',
  notLoaded: 'The cities could not be loaded.',
  since: (isOn: boolean, time: string) => `${isOn ? 'On' : 'Off'} since ${time}`,
  failed: 'Automatic assignment was not changed',
}

export const suggestions = {
  open: 'Assign suggested',
  title: 'Assign suggested labs',
  description: 'Each visit takes a place, so the next one may get another lab.',
  assign: (count: number) => `Assign ${count}`,
  done: 'Done',
  notLoaded: 'The suggestions could not be loaded. Try again later.',
  none: 'Every booking has its lab.',
  noLab: 'No lab fits',
  all: 'Select all',
  nothing: 'None',
  city: 'This city',
  noLocation: 'Its place is not known, so the lab may be far away: tick it only if you know better.',
  results: { assigned: 'Assigned', full: 'Full now', failed: 'Failed' },
  progress: (assigned: number, total: number, full: number, failed: number) =>
    [`${assigned} of ${total} assigned`, full > 0 && `${full} full now`, failed > 0 && `${failed} failed`]
      .filter(Boolean)
      .join(', '),
}
