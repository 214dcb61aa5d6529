import { Fragment } from 'react'

/** A column or a place in its document, which lines break at the dots. The document's own name says nothing. */
export function FieldName({ path }: { path: string }) {
  const [first, ...others] = path.replace(/^data\./, '').split('.')
  return (
    <>
      {first}
      {others.map((name, depth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the depth is the identity
        <Fragment key={depth}>
          .<wbr />
          {name}
        </Fragment>
      ))}
    </>
  )
}
