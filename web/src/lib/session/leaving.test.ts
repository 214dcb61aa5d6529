import { expect, it } from 'vitest'
import { noteKept } from './kept-note'
import { leaving, mayLeave } from './leaving'

it('signing out asks first if something of this user is not sent yet', async () => {
  noteKept({ u1: 0, u2: 3 })
  expect(await mayLeave('u1')).toBe(true)
  expect(leaving.get()).toBeNull()
  const stays = mayLeave('u2')
  expect(leaving.get()?.unsent).toBe(3)
  leaving.get()?.settle(false)
  expect(await stays).toBe(false)
  const leaves = mayLeave('u2')
  leaving.get()?.settle(true)
  expect(await leaves).toBe(true)
  expect(leaving.get()).toBeNull()
})
