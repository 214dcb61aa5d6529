/**
 * The live store of the web client itself. Its files import each other as a bundler resolves them, without `.ts`, so Node
 * needs a hook, and the types are repeated here: the compiler checks the client for a browser.
 */
import { registerHooks } from 'node:module'
import { inRepository } from '@jaanch/infra/local/paths'

export type ApiResponse = { data: unknown; position: number | undefined; next?: string | undefined }

type Cache = {
  read(key: string): unknown
  write(key: string, data: unknown): void
  isReadBelow(key: string): boolean
  isShown(key: string): boolean
  discard(key: string): void
  showNow(): void
  refresh(key: string): void
  refreshAll(): void
}

type Change = { kind: string; id: string; position: number; row: unknown }

type LiveStore = {
  track(key: string, load: () => Promise<ApiResponse>): Promise<unknown>
  receive(change: Change): void
  startConnecting(): number
  setCaughtUp(position: number): void
  startOver(): void
}

const client = `file://${inRepository('web', 'src')}/`

registerHooks({
  resolve(specifier, context, next) {
    const isOfClient = specifier.startsWith('.') && context.parentURL?.startsWith(client)
    return next(isOfClient ? `${specifier}.ts` : specifier, context)
  },
})

const { createLiveStore } = (await import(`${client}lib/live/live-store.ts`)) as {
  createLiveStore: (cache: Cache) => LiveStore
}

export { createLiveStore }
