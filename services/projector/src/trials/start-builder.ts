import { fork } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { childEnvironment } from '@jaanch/platform/variable-files'
import type { FillProgress } from '../generations/fill.ts'
import { RebuildRefused } from '../generations/rebuild.ts'

/** What the process that builds says */
export type BuilderAnswer =
  /** `modelVersion`: that of the other code */
  | { kind: 'created'; generation: number; modelVersion: number }
  | { kind: 'progress'; progress: FillProgress }
  | { kind: 'fallback'; why: string }
  | { kind: 'filled' }
  | { kind: 'fed'; upto: number }
  | { kind: 'failed'; why: string }

/** Feed the generation up to exactly this position */
export type BuilderOrder = { upto: number }

export type Builder = {
  /** The generation that it fills, as soon as it exists, also after a failure */
  generation: () => number | undefined
  /** Waits until the generation is filled. @returns the model version of the other code @throws RebuildRefused */
  filled: Promise<number>
  /** @throws RebuildRefused */
  feedUpTo(position: number): Promise<void>
  end(): Promise<void>
}

type Options = {
  url: string
  /** The other version */
  directory: string
  /** Model version of the generation: that of this code, whatever the other one has */
  version: number
  signal: AbortSignal
  onProgress?: (progress: FillProgress) => void
  onFallback?: (why: unknown) => void
}

const place = (file: string) => resolve(import.meta.dirname, file)

/** Starts the process that builds a generation with the other code. */
export function startBuilder({ url, directory, version, signal, onProgress, onFallback }: Options): Builder {
  const child = fork(place('builder.ts'), {
    execArgv: ['--import', pathToFileURL(place('overlay.ts')).href],
    env: childEnvironment(process.env, {
      DATABASE_URL: url,
      TRIAL_CODE: directory,
      TRIAL_VERSION: String(version),
    }),
  })
  const closed = new Promise<void>((done) => child.once('close', () => done()))
  const filled = Promise.withResolvers<number>()
  let fed = Promise.withResolvers<void>()
  let [generation, otherVersion]: [number | undefined, number] = [undefined, version]

  function fail(why: string): void {
    const error = new RebuildRefused(why)
    filled.reject(error)
    fed.reject(error)
  }
  // nobody may wait for them
  for (const { promise } of [filled, fed]) promise.catch(() => {})

  child.on('message', (answer: BuilderAnswer) => {
    switch (answer.kind) {
      case 'created':
        generation = answer.generation
        otherVersion = answer.modelVersion
        return
      case 'progress':
        return onProgress?.(answer.progress)
      case 'fallback':
        return onFallback?.(answer.why)
      case 'filled':
        return filled.resolve(otherVersion)
      case 'fed':
        return fed.resolve()
      case 'failed':
        return fail(`The other version could not build the read tables: ${answer.why}`)
    }
  })
  child.once('close', () => fail('The process of the other version ended early.'))
  const abort = () => child.kill('SIGKILL')
  signal.addEventListener('abort', abort, { once: true })

  return {
    generation: () => generation,
    filled: filled.promise,
    async feedUpTo(upto) {
      fed = Promise.withResolvers()
      child.send({ upto } satisfies BuilderOrder, (error) => error && fed.reject(error))
      await fed.promise
    },
    async end() {
      signal.removeEventListener('abort', abort)
      child.kill('SIGKILL')
      await closed
    },
  }
}
