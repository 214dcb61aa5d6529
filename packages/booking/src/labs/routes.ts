import { consentToAreas } from '../capacity/consent-to-areas.ts'
import { changeLabPerson } from './change-lab-person.ts'
import { suspendLabPartner } from './suspend-lab.ts'

export const labWorkRoutes = [consentToAreas, changeLabPerson, suspendLabPartner]
