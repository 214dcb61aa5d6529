import { eraseMe } from './erase-me.ts'
import { exportMe } from './export-person.ts'

export const privacyRoutes = [eraseMe, exportMe]
