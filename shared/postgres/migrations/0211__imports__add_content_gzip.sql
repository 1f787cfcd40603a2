-- Content is kept compressed: a tenth of the memory on its way, and of the disk. What is there already stays as it is.
alter table imports add column content_gzip boolean not null default false;
