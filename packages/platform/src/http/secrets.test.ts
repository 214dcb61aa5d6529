import { randomUUID } from 'node:crypto'
import { createDevices } from '@jaanch/account/sessions/devices'
import { createSessionTokens } from '@jaanch/account/sessions/session-tokens'
import { describe, expect, it } from 'vitest'
import { type Secrets, secretsOf } from './secrets.ts'

const user = {
  id: randomUUID(),
  tokenVersion: 1,
  passwordHash: 'a hash',
} as const
const session = { id: randomUUID(), lifetimeMs: 60_000 }

/** The secrets of two API processes while the secret is replaced: the one before, then both, then the next one first */
const [before, both, after, alone]: readonly [Secrets, Secrets, Secrets, Secrets] = [
  ['old'],
  ['old', 'new'],
  ['new', 'old'],
  ['new'],
]

describe('while a secret is replaced, one process after another', () => {
  it.each<[Secrets, Secrets]>([
    [before, both],
    [both, before],
    [both, after],
    [after, both],
  ])('processes with %j accept what those with %j sign', (mine, theirs) => {
    const token = createSessionTokens(...theirs).issue(user, session, 'session')
    expect(createSessionTokens(...mine).verify(token, 'session')).toMatchObject({
      sub: user.id,
      sid: session.id,
    })
    const cookie = createDevices('http://localhost', ...theirs).add(undefined, user)
    expect(createDevices('http://localhost', ...mine).find(cookie, user)).toBe(
      createDevices('http://localhost', ...theirs).find(cookie, user),
    )
    expect(createDevices('http://localhost', ...mine).accountOf(cookie)).toBeDefined()
  })

  it('nothing of the former secret is accepted once it is left out', () => {
    const token = createSessionTokens(...before).issue(user, session, 'session')
    const cookie = createDevices('http://localhost', ...before).add(undefined, user)
    expect(createSessionTokens(...alone).verify(token, 'session')).toBeUndefined()
    expect(createDevices('http://localhost', ...alone).find(cookie, user)).toBeUndefined()
  })

  it('a known browser keeps its id, and one entry for the account, by the new secret', () => {
    const cookie = createDevices('http://localhost', ...before).add(undefined, user)
    const renewed = createDevices('http://localhost', ...after).add(cookie, user)
    expect(renewed.split('.')).toHaveLength(2)
    expect(createDevices('http://localhost', ...alone).find(renewed, user)).toBe(
      createDevices('http://localhost', ...before).find(cookie, user),
    )
  })
})

describe('the key of second factors', () => {
  it('is the JWT secret unless there is one, and the JWT secret goes on to open what it encrypted', () => {
    expect(secretsOf({ jwtSecret: 'j' }).secondFactors).toEqual(['j'])
    expect(secretsOf({ jwtSecret: 'j', secondFactorKey: 's' })).toEqual({
      signing: ['j'],
      secondFactors: ['s', 'j'],
    })
    expect(secretsOf({ jwtSecret: 'j2,j1', secondFactorKey: 'j2,s' })).toEqual({
      signing: ['j2', 'j1'],
      secondFactors: ['j2', 's', 'j1'],
    })
  })
})

it('a token for one purpose is none for another', () => {
  const sessionTokens = createSessionTokens('secret')
  const purposes = ['session', 'files', 'queues'] as const
  for (const purpose of purposes) {
    const token = sessionTokens.issue(user, session, purpose)
    expect(purposes.filter((other) => sessionTokens.verify(token, other))).toEqual([purpose])
  }
})
