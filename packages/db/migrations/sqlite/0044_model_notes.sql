CREATE TABLE `model_notes` (
	`provider` text NOT NULL,
	`model` text NOT NULL,
	`what` text NOT NULL,
	`value` text NOT NULL,
	`until` integer NOT NULL,
	PRIMARY KEY(`provider`, `model`, `what`)
);
