const visits = (count: number) => (count === 1 ? '1 visit' : `${count} visits`)

export const collectors = {
  assign: 'Collector',
  assignTitle: 'Who makes the visit?',
  assignMany: (count: number) => `Who makes these ${count} visits?`,
  submit: 'Assign',
  nobody: 'Nobody yet',
  none: 'Your lab has no collectors yet. The owner can make visits too.',
  assigned: (count: number, name: string) => `${visits(count)}: ${name}`,
  failed: 'Failed to assign the collector',
  hand: 'Hand over round',
  handTitle: 'Hand over the rest of a round',
  handText: 'All visits of today that are not begun go to another collector.',
  from: 'From',
  to: 'To',
  handSubmit: 'Hand over',
  nothing: 'Nothing to hand over',
  nothingText: (name: string) => `${name} has no visits left today.`,
}
