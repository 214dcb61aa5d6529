import { Fragment } from 'react'

/** A column or a place in its document, which lines break between its words. The document's own name says nothing. */
export function FieldName({ path }: { path: string }) {
  const words = path.replace(/^data\./, '').split(/(?=\.)|(?<=[a-z])(?=[A-Z])/)
  return words.map((word, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {word}
    </Fragment>
  ))
}
