export { erasePerson } from '@jaanch/operations/privacy/erase-person'
