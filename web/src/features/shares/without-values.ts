/** A report that is to be shared is only a PDF; the message says which. */
export class WithoutValues extends Error {
  override name = 'WithoutValues'
}
