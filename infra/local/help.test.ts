import { expect, it } from 'vitest'
import { descriptions, listScripts } from './help.ts'

it('each script of package.json is described, and no other', () => {
  expect(Object.keys(descriptions).toSorted()).toEqual(listScripts().toSorted())
})
