/** @param phone as the API keeps it @returns '+91 98765 43210' for an Indian mobile number, any other as it is */
export function phoneText(phone: string): string {
  return phone.replace(/^\+91(\d{5})(\d{5})$/, '+91 $1 $2')
}
