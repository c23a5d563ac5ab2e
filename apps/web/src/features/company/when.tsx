import { type CompanyCondition, conditionalElement } from '@noek/contract/company/site';
import { createElement, type ReactNode } from 'react';

/** Content for servers with a setting only. */
export const When = ({ setting, children }: { setting: CompanyCondition; children: ReactNode }) =>
  createElement(conditionalElement, { setting }, children);
