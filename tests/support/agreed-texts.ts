import type { Page } from 'playwright'
import { expect } from 'vitest'
import { messagesOf } from './required-messages.ts'

/** The texts agreed with the supplier, word for word, by the scene or the happening that shows them. */
export const agreedTexts: Record<string, string[]> = {
  landing: ['Supplier/Client Registration Form', 'Client Portal Login', 'Admin Access'],
  'form-errors': [
    ...['Home', '1 Business Info', '2 Directors', '3 Accounts', '4 Buyer Info', '5 Delivery'],
    ...['Section 1 of 5', '20%', '4 remaining', 'Next'],
    ...['PLC', 'Private Ltd Co.', 'Sole Trader', 'Partnership', 'LLP', 'Other'],
    ...messagesOf(1),
    'Previous address is required',
  ],
  'form-directors': ['Remove Director', 'Previous'],
  'form-signing': ['Section 5 of 5', '100%', 'Ready to submit', 'Submit Application', 'Clear'],
  'form-signing-errors': messagesOf(5),
  success: [
    'Application Submitted Successfully!',
    'View Application',
    'Return to Home',
    '2-3 business days',
  ],
  terms: [
    'Application and entire agreement',
    'Interpretation',
    'Goods',
    'Price',
    'Cancellation and alteration',
    'Payment',
    'Delivery',
    'Inspection and acceptance of Goods',
    'Risk and title',
    'Limitation of liability',
    'Communications',
  ],
  'client-login-errors': ['Please enter a valid email address', 'Password is required'],
  'client-login-refused': ['Login failed', 'Invalid email or password'],
  'portal-submitted': [
    'Under Review',
    'Business',
    'Directors',
    'Accounts',
    'Buyer',
    'Delivery',
  ].concat(['Edit', 'Logout']),
  'portal-approved': ['Approved', 'SAM-0902'],
  'portal-rejected': ['Rejected', 'The trade references were not received in time.'],
  'portal-editing': ['Save', 'Cancel'],
  'set-password-errors': ['Password must be at least 8 characters'],
  'set-password-no-link': ['Invalid Link', 'This password setup link is invalid or has expired.'],
  'forgot-password-errors': ['Please enter a valid email address'],
  'forgot-password-sent': [
    'Check Your Email',
    'somebody@example.com',
    'Check your inbox and spam folder',
    'Click the reset link',
    'Create a new secure password',
    '24 hours',
    'Send Another Email',
    'Reset link sent',
    'Please check your email for password reset instructions.',
  ],
  'admin-errors': ['Home', 'Username', 'Password', 'Login'].concat([
    'Username is required',
    'Password is required',
  ]),
  dashboard: [
    'Admin Dashboard',
    'Monitor client onboarding progress and analytics',
    'Email Settings',
    'Logout',
    'Total Applications',
    '+12% from last month',
    'Completion Rate',
    '+3.2% from last month',
    'Pending Review',
    '2 awaiting review',
    'Approved Today',
    'Target: 15/day',
    'Application Completion Rate (by month)',
    'Applications by Business Type',
    'Recent Client Updates (Last 7 Days)',
    'Company Finder',
    'Pending applications',
    'Approved clients',
    'Recent submissions',
    'Recent Applications',
    'Submitted',
    'Incomplete',
    'N/A',
    'View',
    'Download',
  ],
  'dashboard-nothing-found': ['No applications found'],
  detail: ['Back to Dashboard', 'Application #', 'Download', 'Approve Application'].concat(
    ['Reject Application', 'Application Overview', 'Business Information', 'Contact Information'],
    ['Accounts Information', 'Buyer Information', 'Delivery Information', 'Directors'],
    ['Digital Signatures', 'Finance decision', 'Pending', 'N/A'],
  ),
  'detail-draft': ['Not submitted', 'Incomplete', 'No directors information available'],
  'detail-rejected': ['Re-approve Application'],
  'detail-editing': ['Cancel', 'Save Changes'],
  'detail-approve-application': ['Approve & Send Email', 'Cancel'],
  'detail-reject-application': ['Reject & Send Email', 'Cancel'],
  'detail-not-found': ['Application Not Found', 'Back to Dashboard'],
  'email-settings-errors': [
    ...['SMTP Server', 'SendGrid', 'Microsoft 365 OAuth', 'Save Settings', 'Test Email'],
    ...['Send Test Email', 'Verbose Logs', 'Current Status', 'Clear Logs'],
    ...['Invalid email address', 'This may cause connection issues'],
  ],
  'email-settings-no-address': ['Please enter a test email address'],
  'not-found': ['404 Page Not Found'],

  'a taken address': [
    'Duplicate Email',
    'An application with this email address already exists. Please use a different email or contact us if this is your application.',
  ],
  'a submit': ['Success', 'Application submitted successfully!'],
  'a client sign-in': ['Welcome back!', 'You have been logged in successfully.'],
  'a portal save': [
    'Application updated',
    'Your changes have been saved and the accounts team has been notified.',
  ],
  'a password set': ['Password set successfully!', 'You can now log in to your client portal.'],
  'a session in doubt': ['Checking authentication...'],
  'a logout': ['Logged out successfully'],
  'a logout that fails': ['Error', 'Failed to logout'],
  'a list that fails': ['Failed to fetch applications'],
  'an approval': ['Success', 'Application approved and customer notified via email'],
  'a rejection': ['Application rejected and customer notified via email'],
  'a rejection that fails': ['Failed to reject application'],
  'an update': ['Application Updated', 'The application has been successfully updated.'],
  'settings saved': ['Success', 'Email settings updated successfully'],
  'settings that fail': ['Error', 'Failed to update email settings'],
  'settings without a network': ['Network Error', 'Unable to connect to server'],
  'a test sent': ['Test Email Sent', 'Test email sent successfully to test@example.com'],
  'a test that fails': ['Test Failed', 'Failed to send test email'],
}

/** Waits until the page shows every agreed text of this scene or happening. */
export async function expectAgreedTexts(page: Page, name: string) {
  const texts = agreedTexts[name]
  if (!texts) return
  const all = page.waitForFunction(showsAll, texts, { timeout: 5000 })
  if (await all.catch(() => null)) return
  const words = (await page.evaluate(() => document.body.innerText)).replace(/\s+/g, ' ')
  expect(texts.filter((text) => !words.includes(text))).toEqual([])
}

/** Runs in the page: whether all of these can be read, with single spaces. */
function showsAll(texts: string[]) {
  const words = document.body.innerText.replace(/\s+/g, ' ')
  return texts.every((text) => words.includes(text))
}
