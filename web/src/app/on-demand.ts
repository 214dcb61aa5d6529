import { type ComponentType, lazy } from 'react'

/** A page in a chunk of its own, which can be fetched before it is shown. */
export function onDemand<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return Object.assign(lazy(load), {
    /** What fails here fails again, and is heard, when the page is shown. */
    preload: () => void load().catch(() => {}),
  })
}
