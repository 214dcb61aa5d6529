/**
 * The process that builds a generation with another version of the code (see overlay.ts). It ends when its parent does. The parent
 * holds the builder lock and compares; this process feeds, because only it has the other projections.
 */
import type { BuilderAnswer, BuilderOrder } from './try-code.ts'

const { DATABASE_URL: url = '', TRIAL_VERSION: version } = process.env
const stop = new AbortController()
process.once('disconnect', () => process.exit(1))
// Ctrl-C reaches the whole group: the parent ends this process
process.on('SIGINT', () => stop.abort())

function send(answer: BuilderAnswer): void {
  process.send?.(answer)
}

try {
  const { connect } = await import('@jaanch/projector/connection')
  const { createGeneration, listGenerations } = await import('@jaanch/projector/generations/generations')
  const { feedUpTo, fill } = await import('@jaanch/projector/generations/fill')
  const { modelVersion } = await import('@jaanch/booking-stream/model-version')
  const client = await connect({ url, name: 'ops trial' })
  const number = await createGeneration(client, { version: Number(version), madeFor: 'verify', bulk: true })
  send({ kind: 'created', generation: number, modelVersion })
  const generation = (await listGenerations(client)).find((one) => one.generation === number)
  if (!generation) throw new Error(`Generation ${number} was dropped`)
  await fill({
    url,
    client,
    generation,
    signal: stop.signal,
    onProgress: (progress) => send({ kind: 'progress', progress }),
    onFallback: (error) => send({ kind: 'fallback', why: describe(error) }),
  })
  send({ kind: 'filled' })
  process.on('message', async ({ upto }: BuilderOrder) => {
    try {
      await feedUpTo(client, number, upto)
      send({ kind: 'fed', upto })
    } catch (error) {
      send({ kind: 'failed', why: describe(error) })
    }
  })
} catch (error) {
  send({ kind: 'failed', why: describe(error) })
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { position, type } = error as { position?: number; type?: string }
  return position === undefined ? error.message : `event ${position} (${type}): ${error.message}`
}
