import { expect, it } from 'vitest'
import { findBreak } from './find-break.ts'

const snapshot = { generation: 1, epoch: 'e1', head: 10, position: 10 }
const state = { headEvent: 'j 0', seenEvent: 'c 0', lineage: '1/1/5', presentLineage: '1/1/5' }
const seen = { epoch: 'e1', head: 3, headEvent: 'c 0' }

it('finds no break in a log that grew, that is seen for the first time, or whose epoch others began', () => {
  expect(findBreak(snapshot, state, seen)).toBeUndefined()
  expect(findBreak(snapshot, state, undefined)).toBeUndefined()
  expect(
    findBreak(snapshot, { ...state, seenEvent: null }, { ...seen, epoch: 'e0', head: 90 }),
  ).toBeUndefined()
  // an empty log
  expect(
    findBreak(
      { ...snapshot, head: 0, position: 0 },
      { ...state, headEvent: null, seenEvent: null },
      {
        epoch: 'e1',
        head: 0,
        headEvent: null,
      },
    ),
  ).toBeUndefined()
})

it('finds a log that lost events', () => {
  expect(findBreak({ ...snapshot, head: 2, position: 2 }, state, seen)).toContain('ends with event 2')
  expect(findBreak(snapshot, { ...state, seenEvent: 'x 0' }, seen)).toContain('event 3 is another one')
  // two events of one append, at other places
  expect(findBreak(snapshot, { ...state, seenEvent: 'c 1' }, seen)).toContain('event 3 is another one')
})

it('finds read tables that contain more than the log', () => {
  expect(findBreak({ ...snapshot, position: 11 }, state, undefined)).toContain('contain event 11')
})

it('finds a promoted standby and a copy of the database, unless either is unknown', () => {
  expect(findBreak(snapshot, { ...state, presentLineage: '1/2/5' }, undefined)).toContain('is a copy')
  for (const unknown of [{ lineage: null }, { presentLineage: null }]) {
    expect(findBreak(snapshot, { ...state, ...unknown }, seen)).toBeUndefined()
  }
})
