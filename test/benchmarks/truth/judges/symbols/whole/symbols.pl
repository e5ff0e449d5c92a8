# The packages, classes and subroutines of Perl files by PPI. argv: a file that lists absolute paths. stdout: as typescript.mjs.
use strict;
use warnings;
use PPI;

# What PPI 1.276 does not know yet, `class`, `method` and `field` of Perl 5.38, in words that it knows, each on its line: left alone, a
# `method … { … }` takes all that follows for a part of its statement.
sub as_known {
    my ($text) = @_;
    my %kinds;
    return ($text, \%kinds) unless $text =~ /^\s*use\s+(?:feature|experimental)\b[^;]*\bclass\b/m;
    my $line = 0;
    my @lines = split /^/, $text;
    for (@lines) {
        $line++;
        s/^(\s*)class(?=\s+[\w:]+)/$1package/ and $kinds{$line} = 'class';
        s/^(\s*(?:my\s+)?)method(?=\s+\w+)/$1sub/ and $kinds{$line} = 'method';
        s/^(\s*)field(?=\s+[\$\@%])/$1our/;
    }
    return (join('', @lines), \%kinds);
}

sub last_line {
    my ($element) = @_;
    my $last = $element->last_token;
    return $last->line_number + ($last->content =~ tr/\n//);
}

sub symbols_of {
    my ($document, $kinds) = @_;
    my @found;
    my $add = sub {
        my ($name, $at, $kind, $whole) = @_;
        push @found, [$name, $at, $kinds->{$at} || $kind, $whole->line_number, last_line($whole)];
    };
    for my $package (@{ $document->find('PPI::Statement::Package') || [] }) {
        my ($name) = $package->namespace =~ /(\w+)$/;
        $add->($name, $package->line_number, 'module', $package);
    }
    for my $sub (@{ $document->find('PPI::Statement::Sub') || [] }) {
        next if $sub->isa('PPI::Statement::Scheduled');
        $add->($sub->name, $sub->schild(1)->line_number, 'function', $sub);
    }
    return join ',', map { sprintf '["%s",%d,"%s",false,%d,%d]', @$_ } @found;
}

open my $list, '<', $ARGV[0] or die $!;
while (my $path = <$list>) {
    chomp $path;
    open my $file, '<', $path or die $!;
    my ($text, $kinds) = as_known(do { local $/; <$file> });
    my $document = PPI::Document->new(\$text);
    printf "{\"path\":\"%s\",\"symbols\":%s}\n", $path, $document ? '[' . symbols_of($document, $kinds) . ']' : 'null';
}
