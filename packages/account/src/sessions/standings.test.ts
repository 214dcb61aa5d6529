import { expect, it } from 'vitest'
import { createStandings, type Standing, type TokenOwner } from './standings.ts'

const standing = {
  role: 'customer',
  staffRole: null,
  labRole: null,
  labPartnerId: null,
  isActive: true,
  tokenVersion: 1,
  isOpen: true,
} satisfies Standing

it('reads an account again after five seconds, and at once when it is invalidated', async () => {
  let now = 0
  let reads = 0
  async function readStandings(owners: readonly TokenOwner[]) {
    reads += 1
    return owners.map(() => ({ ...standing, tokenVersion: reads }))
  }
  const standings = createStandings(readStandings, () => new Date(now))
  const versionOf = async (sub: string, sid = 'laptop') => (await standings.get({ sub, sid }))?.tokenVersion

  expect(await versionOf('asha')).toBe(1)
  now = 4_999
  expect(await versionOf('asha')).toBe(1)
  now = 5_000
  expect(await versionOf('asha')).toBe(2)
  standings.invalidate('ravi')
  expect(await versionOf('asha')).toBe(2)
  expect(await versionOf('asha', 'phone')).toBe(3)
  expect(await versionOf('asha', 'phone')).toBe(3)
  standings.invalidate('asha')
  expect(await versionOf('asha')).toBe(4)
  expect(await versionOf('asha', 'phone')).toBe(5)
  standings.invalidate()
  expect(await versionOf('asha')).toBe(6)
})

it('reads those that are unknown at one moment together, and a lost one again', async () => {
  const queried: (string | undefined)[][][] = []
  async function readStandings(owners: readonly TokenOwner[]) {
    queried.push(owners.map(({ sub, sid }) => [sub, sid]))
    if (queried.length === 1) throw new Error('Connection terminated unexpectedly')
    return owners.map(({ sub }) => (sub === 'nobody' ? undefined : standing))
  }
  const standings = createStandings(readStandings, () => new Date())
  const [laptop, phone] = [
    { sub: 'asha', sid: 'laptop' },
    { sub: 'asha', sid: 'phone' },
  ]
  const nobody = { sub: 'nobody', sid: 'laptop' }
  await expect(standings.load([laptop])).rejects.toThrow('Connection terminated')
  await standings.load([laptop, phone, laptop, nobody])
  expect(await standings.get(phone)).toEqual(standing)
  expect(await standings.get(nobody)).toBeUndefined()
  expect(queried).toEqual([
    [['asha', 'laptop']],
    [
      ['asha', 'laptop'],
      ['asha', 'phone'],
      ['nobody', 'laptop'],
    ],
  ])
})

it('forgets one account when there are too many: the one that was read the longest ago', async () => {
  const queried: string[] = []
  async function readStandings(owners: readonly TokenOwner[]) {
    queried.push(...owners.map(({ sub }) => sub))
    return owners.map(() => standing)
  }
  let now = 0
  const standings = createStandings(readStandings, () => new Date(now), 3)
  const read = async (...subs: string[]) => {
    queried.length = 0
    for (const sub of subs) await standings.get({ sub, sid: 'laptop' })
    return [...queried]
  }
  await read('asha', 'ravi', 'meera')
  expect(await read('dev')).toEqual(['dev'])
  expect(await read('ravi', 'meera', 'dev')).toEqual([])
  expect(await read('asha')).toEqual(['asha'])
  expect(await read('meera', 'dev', 'asha')).toEqual([])
  now = 5_000
  expect(await read('meera', 'ravi', 'dev')).toEqual(['meera', 'ravi', 'dev'])
  expect(await read('meera')).toEqual([])
})
