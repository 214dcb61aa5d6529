/** A text that the installation sets; the server writes it into the page. */
type Setting = 'OPERATOR_NAME' | 'OPERATOR_ADDRESS' | 'GRIEVANCE_CONTACT' | 'SUPPORT_CONTACT'

/** @param placeholder what stands there until the installation sets the text */
function textOf(name: Setting, placeholder: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || `[${placeholder}]`
}

/** Who runs this installation. */
export const readOperator = () => ({
  name: textOf('OPERATOR_NAME', 'the name of who runs this site is not given yet'),
  address: textOf('OPERATOR_ADDRESS', 'the address is not given yet'),
  grievance: textOf('GRIEVANCE_CONTACT', 'the contact for grievances is not given yet'),
  support: textOf('SUPPORT_CONTACT', 'the contact for support is not given yet'),
})
export type Operator = ReturnType<typeof readOperator>
