import { labStaffRoles } from '@jaanch/contracts/staff-roles'
import { roleOptions } from './texts'

export const roleChoices = labStaffRoles.map((value) => ({ value, label: roleOptions[value] }))
