import { type ComponentProps, lazy, Suspense } from 'react'
import { PanelSkeleton } from './collection-frame'

const CollectionPanel = lazy(async () => ({
  default: (await import('./collection-panel')).CollectionPanel,
}))

/** Loads the panel after the list: it shows the same skeleton first anyway. */
export function LazyCollectionPanel(props: ComponentProps<typeof CollectionPanel>) {
  return (
    <Suspense fallback={<PanelSkeleton />}>
      <CollectionPanel {...props} />
    </Suspense>
  )
}
