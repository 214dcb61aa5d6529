import { modelFingerprint, modelVersion } from '@jaanch/contracts/model-version'
import { describe, expect, it } from 'vitest'
import { computeModelFingerprint } from '../testing/model-fingerprint.ts'
import { useGenerations } from '../testing/projecting.ts'

const { database, client } = useGenerations()

describe('the model version of the read tables', () => {
  it('is raised when their definition or what the projections write changes', async () => {
    const fingerprint = await computeModelFingerprint({ client: client(), asOwner: database.asOwner })
    expect(
      fingerprint,
      `The read tables changed. In packages/contracts/src/model-version.ts raise modelVersion (${modelVersion}) by one, unless this branch has raised it already, and set modelFingerprint to '${fingerprint}'.`,
    ).toBe(modelFingerprint)
  })
})
