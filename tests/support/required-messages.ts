import type { SectionNumber } from './app/application-answers.ts'

/** What each required field says, word for word. */
export const requiredMessages: [section: SectionNumber, field: string, message: string][] = [
  [1, 'accountType', 'Please select an account type'],
  [1, 'businessName', 'Business name is required'],
  [1, 'businessAddress', 'Business address is required'],
  [1, 'postCode', 'Post code is required'],
  [1, 'telephone', 'Telephone is required'],
  [1, 'mainEmail', 'Valid email is required'],
  [1, 'mobile', 'Mobile number is required'],
  [1, 'coRegistration', 'Company registration is required'],
  [1, 'dateIncorporation', 'Date of incorporation is required'],
  [1, 'vatNo', 'VAT number is required'],
  [1, 'eoriNumber', 'EORI number is required'],
  [1, 'businessEstablished', 'Business established date is required'],
  [1, 'businessTypes', 'At least one business type is required'],
  [2, 'directors', 'At least one director name is required'],
  [3, 'accountsContact', 'Accounts contact is required'],
  [3, 'invoiceAddress', 'Invoice address is required'],
  [3, 'invoicePostCode', 'Invoice post code is required'],
  [3, 'accountsTelephone', 'Accounts telephone is required'],
  [3, 'invoiceEmail', 'Valid invoice email is required'],
  [3, 'financialEmail', 'Valid financial email is required'],
  [3, 'invoiceQueriesEmail', 'Valid invoice queries email is required'],
  [4, 'buyerName', 'Buyer name is required'],
  [4, 'buyerEmail', 'Valid buyer email is required'],
  [4, 'buyerTelephone', 'Buyer telephone is required'],
  [4, 'buyerMobile', 'Buyer mobile is required'],
  [5, 'siteContact', 'Site contact is required'],
  [5, 'deliveryAddress', 'Delivery address is required'],
  [5, 'deliveryPostCode', 'Delivery post code is required'],
  [5, 'deliveryTelephone', 'Delivery telephone is required'],
  [5, 'deliveryEmail', 'Valid delivery email is required'],
  [5, 'deliveryMobile', 'Delivery mobile is required'],
  [5, 'authSignature', 'Digital signature is required'],
  [5, 'position', 'Position is required'],
  [5, 'agreementDate', 'Agreement date is required'],
]

/** The messages of a section in which nothing was filled in; an account type is on credit by itself. */
export const messagesOf = (section: SectionNumber) =>
  requiredMessages
    .filter(([number, field]) => number === section && field !== 'accountType')
    .map(([, , message]) => message)
