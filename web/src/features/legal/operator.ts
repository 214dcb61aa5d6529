import { operatorText, readSupport } from '@/lib/operator'

/** @param placeholder what stands there until the installation sets the text */
function textOf(name: 'name' | 'address' | 'grievance', placeholder: string): string {
  return operatorText(name) || `[${placeholder}]`
}

function supportText(): string | undefined {
  const { phone, email, hours } = readSupport() ?? {}
  return operatorText('support') || [phone, email, hours].filter(Boolean).join(', ')
}

export const readOperator = () => ({
  name: textOf('name', 'the name of who runs this site is not given yet'),
  address: textOf('address', 'the address is not given yet'),
  grievance: textOf('grievance', 'the contact for grievances is not given yet'),
  support: supportText() || '[the contact for support is not given yet]',
})
export type Operator = ReturnType<typeof readOperator>
