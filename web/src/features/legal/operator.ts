/** A text that the installation sets; the server writes it into the page. */
type OperatorText = 'name' | 'address' | 'grievance' | 'support'

/** @param placeholder what stands there until the installation sets the text */
function textOf(name: OperatorText, placeholder: string): string {
  return (
    document.querySelector<HTMLMetaElement>(`meta[name="operator-${name}"]`)?.content || `[${placeholder}]`
  )
}

export const readOperator = () => ({
  name: textOf('name', 'the name of who runs this site is not given yet'),
  address: textOf('address', 'the address is not given yet'),
  grievance: textOf('grievance', 'the contact for grievances is not given yet'),
  support: textOf('support', 'the contact for support is not given yet'),
})
export type Operator = ReturnType<typeof readOperator>
