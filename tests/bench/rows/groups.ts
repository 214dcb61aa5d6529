import type { Group } from '../row.ts'
import { append } from './append.ts'
import { backup } from './backup.ts'
import { bookings, cpu } from './bookings.ts'
import { disk } from './disk.ts'
import { lighthouse } from './lighthouse.ts'
import { lists } from './lists.ts'
import { pages } from './pages.ts'
import { push } from './push.ts'
import { replay } from './replay.ts'
import { search } from './search.ts'
import { slots } from './slots.ts'
import { socketMemory } from './socket-memory.ts'
import { work } from './work.ts'

/** In the order in which they are measured: what needs no services first, and the disk before bookings are added. */
const always: Record<string, Group> = {
  append,
  work,
  search,
  slots,
  replay,
  disk,
  pages,
  lists,
  bookings,
  cpu,
  push,
  'socket-memory': socketMemory,
}

/** Measured in a full run or when they are named. */
const inFull: Record<string, Group> = { lighthouse }

/** Measured only when they are named. */
const whenNamed: Record<string, Group> = { backup }

/** @param only a part of the name of a group or of one of its rows */
export function chooseGroups(only: string | undefined, isQuick: boolean): [name: string, group: Group][] {
  if (only === undefined) return Object.entries({ ...always, ...(isQuick ? {} : inFull) })
  return Object.entries({ ...always, ...inFull, ...whenNamed }).filter(([name, { rows }]) =>
    [name, ...rows.map((row) => row.name)].some((text) => text.toLowerCase().includes(only.toLowerCase())),
  )
}
